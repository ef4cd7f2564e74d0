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
#include "budget.h"
#include "interpose/tracers/compiled/compiled.h"
#include "fault.h"
#include "stack_window.h"
#include "gate.h"
#include "interpose/arch/context.h"
#include "interpose/arch/gate_arena.h"
#include "maps.h"
#include "interpose/arch/overread.h"
#include "peers.h"
#include "pointers.h"
#include "remote.h"
#include "interpose/base/debugger.h"
#include "interpose/tracers/shared/record.h"
#include "interpose/arch/region.h"
#include "interpose/arch/slots.h"
#include "interpose/tracers/shared/spin.h"
#include "interpose/stack/imports.h"
#include "report/journal/system.h"
#include "interpose/arch/own_call.h"
#include "interpose/base/thread.h"
#include "unmapped.h"
#include "unused.h"
#include "view.h"
#include "interpose/tracers/shared/worker.h"
#include "interpose/base/world.h"

static int ready; /* windows may be protected from now on */
static atomic_uint opened, surrendered, given, parts, changed, left_out[VIEW_FAILURES];

/* Set while we are telling of an access. Telling accesses memory itself, which must not be
 * told. */
static __thread int telling __attribute__((tls_model("initial-exec")));

static void tell(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  if (!worker_is_program(pc))
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
  if (frames_clip(&at, &size)) {
    tell(at, size, does, pc);
    budget_count(at, size, (does & (INSTRUCTION_STORES | INSTRUCTION_ATOMIC)) != 0);
  }
  telling = 0;
}

static void set_open(struct region *r, void *unused) {
  (void)unused;
  r->state |= REGION_OPEN;
}

static void open_region(const struct region *r) {
  gate_quiet++;
  region_change(r->lo, r->hi, set_open, NULL);
  mprotect((void *)r->lo, r->hi - r->lo, PROT_READ | PROT_WRITE);
  region_left(r->lo, r->hi);
  frames_update(r->lo, r->hi);
  gate_quiet--;
}

static void set_held(struct region *r, void *state) {
  uintptr_t self = (uintptr_t)__builtin_thread_pointer();
  if (r->thread != self)
    r->state |= REGION_HELD;
  *(unsigned *)state = r->state;
}

/* Returns whether to try the access again: the memory is being copied, or was opened since. If
 * the program itself has taken rights from open memory, trying again does not help. */
static int again(uintptr_t at, uintptr_t pc) {
  static __thread struct { uintptr_t at, pc; } last __attribute__((tls_model("initial-exec")));
  unsigned state = 0;
  region_change_deferred(at, at + 1, set_held, &state);
  if (state & REGION_BUSY || (state & REGION_OPEN && !(state & REGION_LEFT))) {
    sched_yield();
    return 1;
  }
  int same = last.at == at && last.pc == pc;
  last.at = state & REGION_OPEN ? at : 0;
  last.pc = pc;
  return state & REGION_OPEN && !same;
}

/* Returns whether to wait until the region is settled. The thread that copies it must not wait
 * for itself, but uses the alias. */
static int is_unsettled(const struct region *r) {
  int own = r->thread == (uintptr_t)__builtin_thread_pointer();
  if (r->state & REGION_BUSY)
    return !own;
  return r->state & REGION_OPEN || (!(r->state & REGION_HELD) && !own);
}

/* Returns whether the memory is the program's own again, and the program has taken its rights.
 * It is not so if the region was opened only after the access. */
static int is_left(uintptr_t at, const ucontext_t *context) {
  struct region r;
  struct map m;
  int store = context_stores(context);
  if (!region_look(at, &r) || r.lo > at || !(r.state & REGION_LEFT))
    return 0;
  return !maps_find(at, &m) || m.lo > at || m.rights[store] == '-';
}

static enum slots_result fault(siginfo_t *info, ucontext_t *context) {
  uintptr_t at = (uintptr_t)info->si_addr;
  struct region r;
  /* While this thread changes the table it cannot look there. */
  if (region_within && frames_fault(at))
    return SLOTS_DONE;
  int found = info->si_code == SEGV_ACCERR && region_look(at, &r) && r.lo <= at;
  if (found && !(r.state & REGION_BUSY) && frames_fault(at))
    return SLOTS_DONE;
  if (found && is_unsettled(&r) && again(at, context_pc(context)))
    return SLOTS_DONE;
  if (found && is_left(at, context))
    return SLOTS_NONE;
  if (found && region_look(at, &r) && r.lo <= at && r.state & REGION_LEFT)
    return SLOTS_DONE;
  enum slots_result result = slots_fault(info, context);
  if (result == SLOTS_GIVE_UP && region_look(at, &r)) {
    open_region(&r);
    opened++;
  }
  return result;
}

/* An operation may exceed the target's buffer, which ends where the window ends. Without us it
 * would go on in the memory behind the window, so it does here. */
static int beyond(siginfo_t *info, ucontext_t *context) {
  const struct thread *t = thread_current;
  if (info->si_code != SEGV_MAPERR || (t && !t->depth) ||
      !region_beyond((uintptr_t)info->si_addr))
    return 0;
  int before = telling;
  telling = 1;
  int done = slots_beyond(info, context) == SLOTS_DONE;
  telling = before;
  region_return();
  return done;
}

/* Returns whether this is the first fault at this place. The memory may have been a view until
 * a moment ago, so the access is tried again before the fault counts as another's. */
static int is_first(uintptr_t at, uintptr_t pc) {
  static __thread struct { uintptr_t at, pc; } last __attribute__((tls_model("initial-exec")));
  int same = last.at == at && last.pc == pc;
  last.at = same ? 0 : at;
  last.pc = same ? 0 : pc;
  return !same;
}

static int on_fault(siginfo_t *info, ucontext_t *context) {
  uintptr_t pc = context_pc(context), on = gate_copy_fault(pc);
  if (on) {
    context_go(context, on);
    return 1;
  }
  if (slots_recover(info, context))
    return 1;
  if (info->si_code == SEGV_ACCERR && fault(info, context) != SLOTS_NONE)
    return 1;
  if (beyond(info, context))
    return 1;
  if (info->si_code > 0 && is_first((uintptr_t)info->si_addr, pc))
    return 1;
  context_go(context, slots_pc(pc));
  return 0;
}

static void changing(uintptr_t lo, size_t size, long number, uintptr_t pc) {
  unmapped_note(lo, size, number, pc);
  changed += (unsigned)view_leave(lo, lo + size, number);
  frames_update(lo & -4096ul, lo + size);
}

static void (*give_up)(void);

static void surrender(void) {
  give_up();
  surrendered++;
}

static const struct gate_hooks hooks = {changing, surrender, frames_fork, frames_end,
                                        unmapped_note};

static int load_decoder(const char **why) {
  /* Copied, because the next call of dlerror's kind overwrites its text. */
  static char error[200];
  decode_function *decode = (decode_function *)spin_decoder(DECODE_FUNCTION);
  const char *said = decode ? NULL : dlerror();
  *why = "memory of this process may not be executed";
  if (slots_none) {
    *why = slots_none;
    return 0;
  }
  if (!decode) {
    snprintf(error, sizeof error, "%s", said ? said : "no library that decodes instructions");
    *why = error;
  }
  slots_lanes = (lanes_function *)spin_decoder(LANES_FUNCTION);
  return decode && !slots_begin(decode, seen);
}

/* For programs that may make windows. Others have no memory that is always protected. */
static int peers_wanted(void) {
  const char *trace = getenv("FENCEPOST_TRACE");
  if (trace && *trace && strcmp(trace, "auto") != 0)
    return !strcmp(trace, "pages");
  return !compiled_any() && symbol_windows();
}

static void before_init(void) {
  peers_prepare(peers_wanted());
}

static int prepare(const struct options *o, const char **why) {
  if (!load_decoder(why))
    return 0;
  fault_own(SIGSEGV, on_fault);
  if (gate_begin(&hooks, why))
    return 0;
  system_through(own_call);
  frames_begin(options_count(o, OPTION_EXACT) > 0);
  budget_begin(options_count(o, OPTION_EXACT), o->given[OPTION_EXACT] != GIVEN_NOT);
  return 1;
}

/* Counts for programs that were not built with `fencepost cc`. */
static int wanted(const struct options *o, const char **why) {
  static char reason[256];
  const char *cause = NULL;
  *why = "a debugger or tracer is attached, which would stop at each access";
  if (debugger_attached())
    return 0;
  *why =
      "the program was not built with `fencepost cc`, and this machine can protect the memory "
      "of windows";
  if (prepare(o, &cause))
    return 1;
  snprintf(reason, sizeof reason, "level pages cannot be had here: %s", cause ? cause : "?");
  *why = reason;
  return 0;
}

static void stack_given(uintptr_t lo, uintptr_t hi) {
  if (!region_count())
    return;
  gate_quiet_begin();
  given += (unsigned)view_give(lo, hi);
  frames_update(lo & -4096ul, hi);
  gate_quiet_end();
}

static void attach(struct hooks_modules *modules, struct hooks_calls *calls) {
  (void)modules;
  view_stacks(calls->stacks);
  calls->stacks->given = stack_given;
  calls->remote = remote_again;
  calls->yield = gate_yield;
}

static void fork_prepare(void) {
  gate_quiet++;
  view_fork_prepare();
}

static void fork_parent(void) {
  frames_parent();
  view_fork_parent();
  gate_quiet--;
}

static void fork_child(void) {
  frames_forked();
  view_fork_child();
  gate_forked();
  gate_quiet--;
}

static void begin(void (*give_up_)(void)) {
  give_up = give_up_;
  ready = 1;
  record_memory = region_alias;
  overread_begin();
  slots_clip = overread_clip;
  pthread_atfork(fork_prepare, fork_parent, fork_child);
}

static void stop(void) {
  ready = 0;
  if (region_count())
    region_each(open_region);
}

#define NOT_SEEN ": they are at trace level mpi, loads and stores there are not seen"

static const char *const reasons[VIEW_FAILURES] = {
    [MAPPING_HOLE] = "windows with memory that is not mapped" NOT_SEEN,
    [MAPPING_RIGHTS] = "windows on memory that is read-only or executable" NOT_SEEN,
    [MAPPING_STACK] = "windows on a stack or on variables of a thread" NOT_SEEN,
    [MAPPING_HUGE] = "windows on huge pages" NOT_SEEN,
    [VIEW_OF_OTHER] = "windows that share a page with a window of another kind" NOT_SEEN,
    [VIEW_HOSTS] = "windows that share a page with other memory, with several hosts or UCX_TLS "
                   "set" NOT_SEEN,
    [VIEW_NO_ROOM] = "windows for which address space or another resource is missing" NOT_SEEN};

static void end(void) {
  for (int i = 0; i < VIEW_FAILURES; i++)
    world_unseen(reasons[i], left_out[i], SEEN_WINDOWS, UNSEEN_MEMORY);
  world_unseen(
      "windows accessed by an instruction that cannot be followed: loads and stores from then "
      "on are not seen",
      opened, SEEN_WINDOWS, UNSEEN_INSTRUCTION);
  world_unseen("uses of io_uring or the kernel's asynchronous I/O: the program's loads and "
               "stores are not seen from the first one on",
               surrendered, SEEN_WINDOWS, UNSEEN_SYSTEM);
  world_unseen("pages of windows seen only up to some number of accesses between two MPI calls "
               "(--exact): later loads and stores there are not seen",
               budget_pages(check_shared(world.check)), SEEN_WINDOWS, UNSEEN_LIMIT);
  world_unseen(
      "windows that are a part of a buffer of MPI, on several hosts: loads and stores from "
      "then on are not seen",
      parts, SEEN_WINDOWS, UNSEEN_MEMORY);
  world_unseen(
      "times the program changed the mapping of memory that windows are in: loads and stores "
      "there are not seen",
      changed, SEEN_WINDOWS, UNSEEN_MEMORY);
  world_unseen("stacks of threads in windows: loads and stores in the same pages are not seen",
               given, SEEN_WINDOWS, UNSEEN_MEMORY);
  world_unseen(
      "times windows were open to all while a process was started or a system call made: loads "
      "and stores by other threads meanwhile are not seen",
      gate_openings(), SEEN_WINDOWS, UNSEEN_SYSTEM);
}

/* Notes that a view was made, if it was. */
static int made(int failed) {
  if (failed)
    return 0;
  tracer_views = 1;
  budget_price();
  return 1;
}

/* Memory of a few bytes is counted as left out only when the other tracers had their turn. */
static int create(struct view *v, uintptr_t at, size_t size, enum view_turn turn) {
  static __thread int failed;
  if (turn == TURN_NONE && failed)
    left_out[failed]++;
  if (turn != TURN_ALL)
    return 0;
  failed = 0;
  if (!ready || gate_arm())
    return 0;
  gate_quiet_begin();
  failed = frames_create(v, at, size, !peers_apart(), thread_current->registers[REG_SP]);
  gate_quiet_end();
  gate_protected();
  return made(failed);
}

int pages_guard(struct view *v, uintptr_t at, size_t size, enum meter meter) {
  if (!ready || gate_arm())
    return -1;
  gate_quiet_begin();
  int failed = frames_guard(v, at, size, thread_current->registers[REG_SP], meter);
  gate_quiet_end();
  gate_protected();
  if (failed)
    unused_note();
  return failed ? -1 : 0;
}

static void allocate(struct view *v, uintptr_t at, size_t size) {
  if (!ready || gate_arm())
    return;
  gate_quiet_begin();
  int failed = view_map(v, at, size);
  gate_quiet_end();
  gate_protected();
  if (!made(failed))
    left_out[failed]++;
}

void pages_freed(struct view *v) {
  int mapped = v->kind == VIEW_CREATED || v->kind == VIEW_MAPPED;
  if (mapped) {
    gate_quiet_begin();
    frames_drop(v);
    gate_quiet_end();
  }
  if (mapped)
    v->kind = VIEW_NONE;
  if (mapped)
    unused_note();
}

static int attachable(void) {
  if (!peers_apart() && ready)
    left_out[VIEW_HOSTS]++;
  return peers_apart();
}

/* Hardware that gets the address from MPI, and other processes, do not fault. So such memory is
 * opened. */
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

static void watch(const struct event_run *run, enum watch what) {
  if (what != WATCH_WINDOW)
    budget_touched(run, what == WATCH_WRITTEN);
}

static void segment(void (*feed)(struct event *e)) {
  unmapped_tell(feed);
  budget_end();
}

static int passes(int64_t size) {
  (void)size;
  return !unmapped_due() && !budget_counted();
}

const struct tracer tracer_pages = {.wanted = wanted,
                                    .attach = attach,
                                    .before_init = before_init,
                                    .after_init = peers_restore,
                                    .begin = begin,
                                    .stop = stop,
                                    .end = end,
                                    .watch = watch,
                                    .touched = budget_touched,
                                    .segment = segment,
                                    .passes = passes,
                                    .missed = budget_missed,
                                    .create = create,
                                    .allocate = allocate,
                                    .attachable = attachable,
                                    .freed = pages_freed,
                                    .settle = unused_settle,
                                    .enter = frames_enter,
                                    .leave = frames_leave,
                                    .to_mpi = pointers_to_mpi};
