#define _GNU_SOURCE
#include "pages.h"
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "peers.h"
#include "record.h"
#include "region.h"
#include "slots.h"
#include "thread.h"
#include "view.h"
#include "world.h"

#define DECODER "libfencepost-decode.so"

int pages_on;
static int ready;               /* windows may be protected */
static struct sigaction before; /* who else wants SIGSEGV */
static atomic_uint opened, parts, left_out[VIEW_FAILURES + 1];

/* Of what MPI and Fencepost access nothing is told: of what it takes to tell neither. */
static __thread int telling __attribute__((tls_model("initial-exec")));

static void tell(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
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

static void seen(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  if (telling)
    return;
  telling = 1;
  tell(at, size, does, pc);
  telling = 0;
}

static void set_open(struct region *r, void *unused) {
  (void)unused;
  r->state |= REGION_OPEN;
}

static void open_region(const struct region *r) {
  region_change(r->lo, r->hi, set_open, NULL);
  mprotect((void *)r->lo, r->hi - r->lo, PROT_READ | PROT_WRITE);
}

static void set_held(struct region *r, void *state) {
  uintptr_t self = (uintptr_t)__builtin_thread_pointer();
  if (r->thread != self)
    r->state |= REGION_HELD;
  *(unsigned *)state = r->state;
}

/* Memory that is being copied, or was opened since: to be accessed again. The program may have
 * taken rights from open memory itself: then that will not help. */
static int again(uintptr_t at, uintptr_t pc) {
  static __thread struct { uintptr_t at, pc; } last __attribute__((tls_model("initial-exec")));
  unsigned state = 0;
  region_change(at, at + 1, set_held, &state);
  if (state & REGION_BUSY) {
    sched_yield();
    return 1;
  }
  int same = last.at == at && last.pc == pc;
  last.at = state & REGION_OPEN ? at : 0;
  last.pc = pc;
  return state & REGION_OPEN && !same;
}

static enum slots_result fault(uintptr_t at, ucontext_t *context) {
  struct region r;
  if (!region_look(at, &r) || r.lo > at)
    return SLOTS_NONE;
  if ((r.state & (REGION_BUSY | REGION_OPEN) ||
       (!(r.state & REGION_HELD) && r.thread != (uintptr_t)__builtin_thread_pointer())) &&
      again(at, (uintptr_t)context->uc_mcontext.gregs[REG_RIP]))
    return SLOTS_DONE;
  enum slots_result result = slots_fault(at, context);
  if (result == SLOTS_GIVE_UP) {
    region_look(at, &r);
    open_region(&r);
    opened++;
  }
  return result;
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
  if (info->si_code != SEGV_ACCERR || fault((uintptr_t)info->si_addr, context) == SLOTS_NONE)
    pass_on(number, info, context);
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

void pages_before_init(void) {
  const char *trace = getenv("FENCEPOST_TRACE");
  if (trace && !strcmp(trace, "pages"))
    peers_prepare();
}

void pages_after_init(void) {
  peers_restore();
}

int pages_wanted(const struct options *o) {
  return !strcmp(o->text[OPTION_TRACE], "pages") && load_decoder();
}

/* Whoever has set a handler meanwhile gets what is not ours. */
static int handler_install(void) {
  struct sigaction now, own = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
  if (sigaction(SIGSEGV, NULL, &now))
    return 0;
  if (now.sa_flags & SA_SIGINFO && now.sa_sigaction == on_fault)
    return 1;
  before = now;
  own.sa_flags |= now.sa_flags & SA_ONSTACK;
  sigfillset(&own.sa_mask);
  sigdelset(&own.sa_mask, SIGSEGV); /* what it takes to tell may lie in a view itself */
  return !sigaction(SIGSEGV, &own, NULL);
}

void pages_begin(void) {
  ready = 1;
  record_memory = region_alias;
  pthread_atfork(view_fork_prepare, view_fork_parent, view_fork_child);
}

void pages_stop(void) {
  ready = 0;
  if (pages_on)
    region_each(open_region);
}

#define NOT_SEEN ": they are at trace level mpi, loads and stores there are not seen"

static void say(const char *text, unsigned long count) {
  if (count)
    journal_write(world.journal, json_pack("{s:s, s:s, s:I}", "record", "precision", "text",
                                           text, "count", (json_int_t)count));
}

static const char *const reasons[VIEW_FAILURES + 1] = {
    [MAPPING_HOLE] = "windows with memory that is not mapped" NOT_SEEN,
    [MAPPING_RIGHTS] = "windows on memory that is read-only or executable" NOT_SEEN,
    [MAPPING_STACK] = "windows on a stack or on variables of a thread" NOT_SEEN,
    [MAPPING_HUGE] = "windows on huge pages" NOT_SEEN,
    [VIEW_OF_OTHER] = "windows that share a page with a window of another kind" NOT_SEEN,
    [VIEW_HOSTS] = "windows that share a page with other memory, with several hosts or UCX_TLS "
                   "set" NOT_SEEN,
    [VIEW_NO_ROOM] = "windows for which address space or another resource is missing" NOT_SEEN,
    [VIEW_FAILURES] = "windows whose memory cannot be protected" NOT_SEEN};

void pages_end(void) {
  if (!world.pages)
    return;
  for (int i = 0; i <= VIEW_FAILURES; i++)
    say(reasons[i], left_out[i]);
  say("windows accessed by an instruction that cannot be followed: loads and stores from then "
      "on are not seen",
      opened);
  say("windows that are a part of a buffer of MPI, on several hosts: loads and stores from "
      "then "
      "on are not seen",
      parts);
  say("vector instructions with a mask: what they access is not seen", slots_unknown());
}

void pages_left_out(void) {
  left_out[VIEW_FAILURES] += world.pages != 0;
}

/* Whether a view was made. */
static int made(int failed) {
  if (failed)
    left_out[failed]++;
  else
    pages_on = 1;
  return !failed;
}

void *pages_create(struct view *v, const void *base, size_t size) {
  uintptr_t at = (uintptr_t)base;
  if (!ready || !size || !at || !handler_install() ||
      !made(view_create(v, at, size, !peers_apart())))
    return (void *)at;
  return (void *)(at + (uintptr_t)v->delta);
}

void *pages_allocate(struct view *v, void *base, size_t size) {
  uintptr_t at = (uintptr_t)base;
  if (!ready || !size || !at || !handler_install() || !made(view_map(v, at, size)))
    return base;
  return (void *)(at - (uintptr_t)v->delta);
}

void pages_freed(struct view *v) {
  if (v->kind)
    view_drop(v);
  v->kind = VIEW_NONE;
}
void pages_attach(struct view *v, const void *base, size_t size) {
  if (peers_apart())
    pages_create(v, base, size);
  else if (ready)
    left_out[VIEW_HOSTS]++;
}

/* Hardware that MPI gives the address to, and other processes, do not fault. */
void pages_part(uintptr_t lo, uintptr_t hi) {
  struct region r;
  if (peers_apart())
    return;
  for (uintptr_t at = lo; region_look(at, &r) && r.lo < hi; at = r.hi)
    if (!(r.state & REGION_OPEN)) {
      open_region(&r);
      parts++;
    }
}

/* A segment may be empty, and end where the mapping ends. */
void pages_address(void *pointer) {
  uintptr_t at, view;
  memcpy(&at, pointer, sizeof at);
  view = region_view(at);
  if (view == at && at)
    view = region_view(at - 1) + 1;
  memcpy(pointer, &view, sizeof view);
}
