#define _GNU_SOURCE
#include "pages.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "record.h"
#include "region.h"
#include "slots.h"
#include "thread.h"
#include "world.h"

#define DECODER "libfencepost-decode.so"

int pages_on;
static int ready; /* windows may be protected */
static struct sigaction before;
static atomic_uint opened, left_out;

/* Of what MPI and Fencepost access nothing is told. */
static void seen(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  const struct thread *t = thread_current;
  if (t && t->depth)
    return;
  if (does & INSTRUCTION_ATOMIC) {
    record_access_at(at, pc, HOOKS_STORE | HOOKS_ATOMIC, size);
    return;
  }
  if (does & INSTRUCTION_LOADS)
    record_access_at(at, pc, 0, size);
  if (does & INSTRUCTION_STORES)
    record_access_at(at, pc, HOOKS_STORE, size);
}

static void open_region(uintptr_t at) {
  size_t size;
  uintptr_t lo = region_bounds(at, &size);
  if (lo)
    mprotect((void *)lo, size, PROT_READ | PROT_WRITE);
}

/* Not ours: as if we were not here. */
static void pass_on(int number, siginfo_t *info, void *context) {
  sigset_t mask = ((ucontext_t *)context)->uc_sigmask;
  if (!(before.sa_flags & SA_SIGINFO) &&
      (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN)) {
    sigaction(number, &before, NULL); /* it faults again */
    return;
  }
  if (!(before.sa_flags & SA_NODEFER))
    sigaddset(&mask, number);
  sigorset(&mask, &mask, &before.sa_mask);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  if (before.sa_flags & SA_SIGINFO)
    before.sa_sigaction(number, info, context);
  else
    before.sa_handler(number);
}

static void on_fault(int number, siginfo_t *info, void *context) {
  int e = errno;
  uintptr_t at = (uintptr_t)info->si_addr;
  switch (info->si_code == SEGV_ACCERR ? slots_fault(at, context) : SLOTS_NONE) {
  case SLOTS_DONE:
    break;
  case SLOTS_GIVE_UP:
    open_region(at);
    opened++;
    break;
  default:
    pass_on(number, info, context);
  }
  errno = e;
}

static int load_decoder(void) {
  char path[4096];
  Dl_info info;
  if (!dladdr((void *)pages_stop, &info))
    return 0;
  const char *slash = strrchr(info.dli_fname, '/');
  snprintf(path, sizeof path, "%.*s" DECODER, slash ? (int)(slash + 1 - info.dli_fname) : 0,
           info.dli_fname);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  decode_function *decode = library ? (decode_function *)dlsym(library, DECODE_FUNCTION) : NULL;
  if (decode)
    slots_begin(decode, seen);
  else if (!world.rank)
    fprintf(stderr, "fencepost: --trace=pages: this is trace level mpi: %s\n", dlerror());
  return decode != NULL;
}

int pages_wanted(const struct options *o) {
  return !strcmp(o->text[OPTION_TRACE], "pages") && load_decoder();
}

/* Whoever has set a handler meanwhile gets what is not ours. */
static int handler_install(void) {
  struct sigaction now, own = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  if (sigaction(SIGSEGV, NULL, &now))
    return 0;
  if (now.sa_flags & SA_SIGINFO && now.sa_sigaction == on_fault)
    return 1;
  before = now;
  own.sa_flags |= now.sa_flags & SA_ONSTACK;
  sigfillset(&own.sa_mask);
  return !sigaction(SIGSEGV, &own, NULL);
}

void pages_begin(void) {
  ready = 1;
  record_memory = region_alias;
}

void pages_stop(void) {
  ready = 0;
  if (pages_on)
    region_each(open_region);
}

static void say(const char *text, unsigned long count) {
  if (count)
    journal_write(world.journal, json_pack("{s:s, s:s, s:I}", "record", "precision", "text",
                                           text, "count", (json_int_t)count));
}

void pages_end(void) {
  if (!world.pages)
    return;
  say("windows whose memory cannot be protected: loads and stores there are not seen",
      left_out);
  say("windows accessed by an instruction that cannot be followed: loads and stores from then "
      "on "
      "are not seen",
      opened);
  say("vector instructions with a mask: what they access is not seen", slots_unknown());
}

void pages_left_out(void) {
  left_out += world.pages != 0;
}

/* Whether all of it is one mapping that other processes may share. */
static int is_shared(uintptr_t lo, uintptr_t hi) {
  FILE *f = fopen("/proc/self/maps", "re");
  char line[512], rights[8];
  int found = 0;
  while (f && !found && fgets(line, sizeof line, f)) {
    unsigned long from, to;
    if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) == 3 && from <= lo && to >= hi)
      found = !strcmp(rights, "rw-s");
  }
  if (f)
    fclose(f);
  return found;
}

/* UCX replaces mremap by one that loses the fifth argument. */
static void *map_again(uintptr_t lo, size_t size) {
  void *place =
      region_near(lo, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  if (place == MAP_FAILED)
    return NULL;
  void *view = (void *)syscall(SYS_mremap, lo, 0L, size, MREMAP_MAYMOVE | MREMAP_FIXED, place);
  if (view != place) {
    munmap(place, size);
    return NULL;
  }
  return view;
}

void *pages_allocated(void *base, size_t size) {
  uintptr_t at = (uintptr_t)base, lo = at & ~4095ul, hi = (at + size + 4095) & ~4095ul;
  if (!ready || !base || !size)
    return base;
  void *view = is_shared(lo, hi) && handler_install() ? map_again(lo, hi - lo) : NULL;
  intptr_t delta = (intptr_t)(lo - (uintptr_t)view);
  if (!view || mprotect(view, hi - lo, PROT_NONE) ||
      region_add((uintptr_t)view, hi - lo, delta)) {
    if (view)
      munmap(view, hi - lo);
    left_out++;
    return base;
  }
  pages_on = 1;
  return (char *)view + (at - lo);
}

void pages_freed(uint64_t base) {
  size_t size;
  uintptr_t lo = region_bounds((uintptr_t)base, &size);
  if (!lo)
    return;
  region_remove(lo);
  munmap((void *)lo, size);
}

void pages_to_mpi(void *pointer) {
  uintptr_t at;
  memcpy(&at, pointer, sizeof at);
  at = region_alias(at);
  memcpy(pointer, &at, sizeof at);
}

void pages_to_program(void *pointer) {
  uintptr_t at;
  memcpy(&at, pointer, sizeof at);
  at = region_view(at);
  memcpy(pointer, &at, sizeof at);
}
