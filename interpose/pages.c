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
#include "fault.h"
#include "gate.h"
#include "gate_arena.h"
#include "points.h"
#include "record.h"
#include "region.h"
#include "slots.h"
#include "snapshot.h"
#include "thread.h"
#include "world.h"

#define DECODER "libfencepost-decode.so"

int pages_on;
static decode_function *decoder;
static int ready; /* windows may be protected */
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

static int on_fault(siginfo_t *info, ucontext_t *context) {
  greg_t *pc = &context->uc_mcontext.gregs[REG_RIP];
  uintptr_t at = (uintptr_t)info->si_addr, on = gate_copy_fault((uintptr_t)*pc);
  if (on) {
    *pc = (greg_t)on;
    return 1;
  }
  switch (slots_fault(info, context)) {
  case SLOTS_DONE:
    return 1;
  case SLOTS_GIVE_UP:
    open_region(at);
    opened++;
    return 1;
  default:
    return 0;
  }
}

static void changing(uintptr_t lo, size_t size, long number) {
  (void)number;
  intptr_t delta;
  uintptr_t end = lo + size;
  while (lo < end) {
    uintptr_t room = region_border(lo, &delta);
    if (delta) {
      open_region(lo);
      opened++;
    }
    lo = room < end - lo ? lo + room : end;
  }
}

static void surrender(const char *why) {
  (void)why;
  pages_stop();
  opened++;
}

static const struct gate_hooks hooks = {changing, surrender};

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
  const char *why =
      decode ? "it is for x86-64 only, with memory that may be executed" : dlerror();
  decoder = decode;
  if (decode && !slots_begin(decode, seen))
    return 1;
  if (!world.rank)
    fprintf(stderr, "fencepost: --trace=pages: this is trace level mpi: %s\n", why);
  return 0;
}

int pages_wanted(const struct options *o) {
  const char *why;
  if (strcmp(o->text[OPTION_TRACE], "pages") != 0 || !load_decoder())
    return 0;
  fault_own(SIGSEGV, on_fault);
  if (gate_begin(&hooks, &why)) {
    if (!world.rank)
      fprintf(stderr, "fencepost: --trace=pages: this is trace level mpi: %s\n", why);
    return 0;
  }
  return 1;
}

void pages_begin(void) {
  ready = 1;
  record_memory = region_alias;
  points_begin(decoder);
  snapshots_begin();
}

void pages_stop(void) {
  ready = 0;
  points_stop();
  snapshots_stop();
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
  points_end();
  snapshots_end();
  say("windows whose memory cannot be protected: loads and stores there are not seen",
      left_out);
  say("windows accessed by an instruction that cannot be followed: loads and stores from then "
      "on "
      "are not seen",
      opened);
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
  void *view = is_shared(lo, hi) && !gate_arm() ? map_again(lo, hi - lo) : NULL;
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
  gate_quiet++;
  munmap((void *)lo, size);
  gate_quiet--;
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
