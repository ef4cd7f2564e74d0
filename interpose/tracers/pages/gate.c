#define _GNU_SOURCE
#include "gate.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "interpose/arch/context.h"
#include "interpose/arch/program_memory.h"
#include "interpose/arch/system_call.h"
#include "fault.h"
#include "interpose/arch/fault_frame.h"
#include "interpose/arch/fault_stack.h"
#include "interpose/arch/gate_arena.h"
#include "gate_make.h"
#include "gate_visit.h"
#include "interpose/arch/region.h"
#include "interpose/base/debugger.h"

#define DISPATCH 59  /* PR_SET_SYSCALL_USER_DISPATCH */
#define DISPATCHED 2 /* SYS_USER_DISPATCH, the si_code */
#define FRAMES 8     /* signals that may come at once */

__thread int gate_quiet;

static const struct gate_hooks *hooks;
static pthread_mutex_t arming = PTHREAD_MUTEX_INITIALIZER;
static int armed, refused; /* under `arming` */

static void changing(const struct gated *c, uint64_t lo, uint64_t size) {
  int empties = c->number == SYS_madvise && c->arg[2] == MADV_DONTNEED && lo % 4096 == 0;
  intptr_t delta;
  if (gate_quiet || !size) /* a call of ours, perhaps with the lock of the regions */
    return;
  gate_change *told =
      region_border(lo, &delta) < size || delta ? hooks->changing : hooks->other;
  if (told) {
    gate_quiet++;
    told(lo, size, empties ? GATE_EMPTIES : c->number, context_pc(c->context));
    gate_quiet--;
  }
}

static void mapping_changes(const struct gated *c) {
  const uint64_t *a = c->arg;
  uint64_t end;
  switch (c->number) {
  case SYS_mmap:
    if (a[3] & MAP_FIXED)
      changing(c, a[0], a[1]);
    break;
  case SYS_mremap:
    if (a[3] & MREMAP_FIXED)
      changing(c, a[4], a[2]);
    changing(c, a[0], a[1]);
    break;
  case SYS_madvise:
    if (a[2] != MADV_DONTNEED && a[2] != MADV_FREE && a[2] != MADV_REMOVE)
      break;
    /* fall through */
  case SYS_munmap:
  case SYS_mprotect:
  case SYS_pkey_mprotect:
  case SYS_remap_file_pages:
    changing(c, a[0], a[1]);
    break;
  case SYS_brk:
    end = (uint64_t)gate_call(SYS_brk, 0L);
    if (a[0] && a[0] < end)
      changing(c, a[0], end - a[0]);
    break;
  case SYS_shmdt:
    changing(c, a[0], 1);
    break;
  }
}

static uint64_t clone_flags(const struct gated *c) {
  uint64_t flags = c->arg[0];
  if (c->number == SYS_vfork)
    return CLONE_VM | CLONE_VFORK;
  if (c->number == SYS_fork)
    return 0;
  if (c->number == SYS_clone3 &&
      gate_copy(&flags, (void *)region_alias(c->arg[0]), sizeof flags))
    flags = 0;
  return flags;
}

static int shares_memory(const struct gated *c) {
  return (clone_flags(c) & CLONE_VM) != 0;
}

static enum slot_kind kind_of(const struct gated *c) {
  return shares_memory(c) && clone_flags(c) & CLONE_VFORK ? SLOT_VFORK : SLOT_CHILD;
}

/* Makes the call without any change. */
static void let(const struct gated *c, enum slot_kind kind) {
  uintptr_t slot = gate_slot(context_pc(c->context), c->number, kind);
  if (slot)
    context_go(c->context, slot);
  else
    context_result_set(c->context, kind == SLOT_PLAIN ? gate_make(c) : -ENOMEM);
}

/* The arguments may lie across the border of a region. */
static long signals_change(const struct gated *c) {
  const uint64_t *a = c->arg;
  int mask = c->number == SYS_rt_sigprocmask, stack = c->number == SYS_sigaltstack;
  uint64_t from = a[stack ? 0 : 1], to = a[stack ? 1 : 2];
  size_t size = stack ? sizeof(stack_t) : mask ? sizeof(uint64_t) : sizeof(struct fault_action);
  unsigned char given[64] __attribute__((aligned(8))), old[64] __attribute__((aligned(8)));
  void *in = from ? given : NULL, *out = to ? old : NULL;
  if (from && copy_from(given, from, size))
    return -EFAULT;
  long result = stack  ? fault_sigaltstack(c->context, in, out)
                : mask ? fault_sigprocmask(c->context, (int)a[0], in, out, a[3])
                       : fault_sigaction((int)a[0], in, out, a[3]);
  return !result && to && copy_to(to, old, size) ? -EFAULT : result;
}

/* Does what the kernel does, but reads the frame here. If it cannot be read, the kernel finds
 * that out itself. */
static void handler_returns(struct gated *c) {
  uint64_t mask;
  if (fault_frame_return(c->context, &mask))
    let(c, SLOT_PLAIN);
  else
    fault_mask_set(c->context, mask);
}

/* The kernel gets a copy, because the caller may use the argument again. */
static void clone_argument(const struct gated *c) {
  static __thread struct clone_args copy __attribute__((tls_model("initial-exec")));
  intptr_t delta;
  if (region_border(c->arg[0], &delta) >= c->arg[1] && !delta)
    return;
  if (c->arg[1] <= sizeof copy && !copy_from(&copy, c->arg[0], c->arg[1]))
    context_argument_set(c->context, 0, (uintptr_t)&copy);
}

static void task_begins(struct gated *c) {
  enum slot_kind kind = kind_of(c);
  if (c->number == SYS_clone3)
    clone_argument(c);
  if (kind == SLOT_VFORK)
    gate_open();
  else if (hooks->forks && !shares_memory(c))
    hooks->forks();
  let(c, kind);
}

/* Calls that region.c itself may make while nobody can look at its table. */
static int without_pointers(long number) {
  return number == SYS_sched_yield || number == SYS_getpid || number == SYS_gettid ||
         number == SYS_close;
}

static void call_made(struct gated *c) {
  if (gate_quiet || without_pointers(c->number)) /* EFAULT comes back */
    let(c, SLOT_PLAIN);
  else if (c->number == SYS_prctl && c->arg[0] == DISPATCH)
    context_result_set(c->context, -EINVAL);
  else if (gate_concerns(c))
    context_result_set(c->context, gate_make(c));
  else
    let(c, SLOT_PLAIN);
}

static void gated(struct gated *c) {
  switch (c->number) {
  case SYS_rt_sigreturn:
    handler_returns(c);
    return;
  case SYS_rt_sigaction:
  case SYS_rt_sigprocmask:
  case SYS_sigaltstack:
    context_result_set(c->context, signals_change(c));
    return;
  case SYS_clone:
  case SYS_clone3:
  case SYS_fork:
  case SYS_vfork:
    task_begins(c);
    return;
  case SYS_execve:
  case SYS_execveat:
    context_result_set(c->context, gate_make_open(c, fault_mask_get(c->context)));
    return;
  case SYS_exit:
    if (hooks->ends)
      hooks->ends();
    fault_mask_set(c->context, *fault_mask(c->context));
    fault_ends();
    fault_stack_ends();
    break;
  case SYS_io_uring_setup:
  case SYS_io_setup:
    if (hooks->surrender)
      hooks->surrender();
    break;
  case SYS_mmap:
  case SYS_mremap:
  case SYS_madvise:
  case SYS_munmap:
  case SYS_mprotect:
  case SYS_pkey_mprotect:
  case SYS_remap_file_pages:
  case SYS_brk:
  case SYS_shmdt:
    mapping_changes(c);
    break;
  case SYS_shmat: /* these also get addresses; they do not access what is there */
  case SYS_arch_prctl:
  case SYS_set_robust_list:
  case SYS_exit_group:
    break;
  default:
    call_made(c);
    return;
  }
  let(c, SLOT_PLAIN);
}

/* Another signal came first, and its handler is about to begin. (When a fault or a debug
 * register raises a signal, the kernel checks whether it is blocked only if some signal is.) So
 * the call is made again when that handler has returned. */
static void call_later(const siginfo_t *info, const ucontext_t *context) {
  uintptr_t sp = context_sp(context);
  for (int i = 0; i < FRAMES; i++) {
    ucontext_t *around = context_of_handler(sp), copy;
    if (gate_copy(&copy.uc_mcontext, &around->uc_mcontext, sizeof copy.uc_mcontext))
      return;
    if (context_pc(&copy) == (uintptr_t)info->si_call_addr &&
        context_number(&copy) == info->si_syscall) {
      context_go(around, context_pc(&copy) - CONTEXT_CALL);
      return;
    }
    sp = context_sp(&copy);
  }
}

static int on_call(siginfo_t *info, ucontext_t *context) {
  enum slot_kind kind;
  if (info->si_code != DISPATCHED)
    return 0;
  if (context_pc(context) != (uintptr_t)info->si_call_addr) {
    call_later(info, context);
    return 1;
  }
  struct gated c = {.number = context_number(context), .context = context};
  for (int i = 0; i < 6; i++)
    c.arg[i] = context_argument(context, i);
  uintptr_t next = gate_returned(context_pc(context), &kind);
  if (next) {
    context_go(context, next);
    if (kind == SLOT_VFORK)
      gate_close();
    else
      context_result_set(context, gate_make(&c));
  } else if (info->si_arch != CONTEXT_MACHINE) {
    let(&c, SLOT_CHILD);
  } else {
    gated(&c);
  }
  return 1;
}

int gate_yield(void) {
  return (int)gate_call(SYS_sched_yield);
}

/* Returns whether the kernel sees calls come from other addresses than the program does, as
 * under valgrind. Then calls do not come from the range of code that is exempt. */
static int is_emulated(void) {
  char line[256] = "", *pc;
  long fd = gate_call(SYS_openat, (long)AT_FDCWD, "/proc/thread-self/syscall",
                      (long)(O_RDONLY | O_CLOEXEC));
  if (fd < 0)
    return 0;
  gate_call(SYS_read, fd, line, sizeof line - 1);
  gate_call(SYS_close, fd);
  pc = strrchr(line, ' ');
  uintptr_t at = pc ? strtoul(pc, NULL, 16) : 0;
  return at && at - (uintptr_t)gate_start >= (uintptr_t)(gate_end - gate_start);
}

int gate_begin(const struct gate_hooks *hooks_, const char **why) {
  hooks = hooks_;
  if (debugger_attached())
    *why = "a debugger or tracer is attached";
  else if (is_emulated())
    *why = "the program runs in an emulator such as valgrind, which makes its system calls";
  else if (gate_arena_begin())
    *why = "code cannot be made writable";
  else if (gate_task(1) || gate_task(0))
    *why = "the kernel has no Syscall User Dispatch (Linux 5.11)";
  else {
    fault_own(SIGSYS, on_call);
    return 0;
  }
  return -1;
}

static void arm_thread(ucontext_t *context) {
  fault_mask_set(context, fault_mask_get(context));
  fault_stack_take_anew(context);
  gate_task(1);
}

static int arm(void) {
  ucontext_t here;
  if (fault_take())
    return -1;
  gate_call(SYS_rt_sigprocmask, (long)SIG_BLOCK, NULL, fault_mask(&here), sizeof(uint64_t));
  context_sp_set(&here, (uintptr_t)__builtin_frame_address(0));
  fault_mask_set(&here, fault_mask_get(&here));
  fault_stack_take_anew(&here);
  gate_call(SYS_rt_sigprocmask, (long)SIG_SETMASK, fault_mask(&here), NULL, sizeof(uint64_t));
  gate_selector = 1;
  return gate_task(1) || gate_visit_threads(arm_thread) ? -1 : 0;
}

static atomic_int protecting; /* threads that are about to protect memory */

int gate_arm(void) {
  pthread_mutex_lock(&arming);
  if (!armed && !refused) {
    fault_defer(); /* a handler that returns ungated would take our stack away */
    armed = !arm();
    refused = !armed;
    gate_selector = (char)armed;
    fault_undefer();
  }
  int failed = !armed || refused;
  protecting += !failed;
  pthread_mutex_unlock(&arming);
  return failed ? -1 : 0;
}

void gate_protected(void) {
  protecting--;
}

static atomic_int kept_gated; /* threads */

/* The kernel kills a thread that has blocked the signal of gated calls. */
static void give_thread(ucontext_t *context) {
  if (gate_in_vfork(context_pc(context))) { /* the call after it is known by being gated */
    kept_gated++;
    return;
  }
  gate_task(0);
  fault_stack_give(context);
  fault_mask_give(context);
}

/* Threads get back what is theirs. Returns -1 if not all of them could; then all stays as it
 * was. */
static int give_threads(void) {
  kept_gated = 0;
  if (!gate_visit_threads(give_thread))
    fault_stack_give_back();
  if (!kept_gated && !fault_shadows() && !fault_stacks())
    return 0;
  refused = gate_visit_threads(arm_thread) != 0;
  return -1;
}

/* Gives the handlers back to the program. Threads that have faulted must reach our handler
 * before; they have when another signal has come to them. A thread that runs on a stack of
 * ours, or for which a signal waits, must not notice: then all stays as it is. Other threads
 * take our stack again when they need it. */
void gate_disarm(void) {
  pthread_mutex_lock(&arming);
  fault_defer();
  if (armed && !refused && !protecting && !region_count() && !fault_blocked &&
      !give_threads()) {
    armed = gate_selector = 0;
    fault_give_back(1);
  }
  fault_undefer();
  pthread_mutex_unlock(&arming);
}

void gate_forked(void) {
  uint64_t mask = fault_blocked;
  if (!armed)
    return;
  armed = gate_selector = protecting = 0;
  fault_stack_give_back();
  gate_task(0);
  fault_give_back(0);
  gate_call(SYS_rt_sigprocmask, (long)SIG_BLOCK, &mask, NULL, sizeof mask);
  gate_open_forked();
}
