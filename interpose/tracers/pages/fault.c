#define _GNU_SOURCE
#include "fault.h"
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "interpose/base/aside.h"
#include "interpose/arch/fault_frame.h"
#include "interpose/arch/fault_stack.h"
#include "interpose/arch/context.h"
#include "interpose/arch/gate_arena.h"

#define SIGNALS 64
#define CANCEL 32             /* the signal by which libc cancels threads */
#define RESTORER 0x04000000ul /* SA_RESTORER */
#define SENT_ON (-0x46500000) /* the kernel lets us send others only codes below 0 */
#define UNBLOCKABLE (FAULT_BIT(SIGKILL) | FAULT_BIT(SIGSTOP))

__thread uint64_t fault_blocked;

static fault_handler *handlers[SIGNALS + 1];
static struct fault_action
    wanted[SIGNALS + 1]; /* what the program wants for signals that are ours; for others, which
                            of ours their masks have */
static uint64_t owned;
static atomic_flag busy = ATOMIC_FLAG_INIT; /* `wanted` */

/* The part of siginfo_t that the kernel uses. */
#define INFO_SIZE 48

static __thread struct { /* A signal that came while the program had it blocked or our handlers
                            were at work. */
  int number;
  unsigned char info[INFO_SIZE];
} kept __attribute__((tls_model("initial-exec")));

static void *_Atomic trap_handler; /* the handler for SIGTRAP that the kernel has */
static atomic_int shadows;

static void blocked_set(uint64_t mask) {
  shadows += (mask != 0) - (fault_blocked != 0);
  fault_blocked = mask;
}

int fault_shadows(void) {
  return shadows;
}

/* The first thread of the process, which the kernel prefers for signals that are sent to the
 * process: what the program has blocked there; all while that is not known. */
static _Atomic uint64_t first_blocks = ~0ul;

static int is_first(void) {
  static __thread int first __attribute__((tls_model("initial-exec"))); /* -1: it is not */
  if (!first)
    first = gate_call(SYS_gettid) == gate_call(SYS_getpid) ? 1 : -1;
  return first > 0;
}

static void first_note(uint64_t mask) {
  if (is_first())
    first_blocks = mask;
}

static void keep(int number, const siginfo_t *info) {
  kept.number = number;
  memcpy(kept.info, info, sizeof kept.info);
}

/* While our handlers work, the program's handlers wait. If we blocked the signals, they would
 * go to other threads. */
static __thread struct {
  int depth, waits; /* some do, */
  uint64_t before;  /* the mask that the program had */
  /* A handler of ours waits in a system call, so the program's handlers run above it. */
  int paused;
  ucontext_t *waiting; /* what the program does meanwhile */
  struct aside aside;
} deferring __attribute__((tls_model("initial-exec")));

static void come(int number, siginfo_t *info) {
  gate_call(SYS_rt_tgsigqueueinfo, gate_call(SYS_getpid), gate_call(SYS_gettid), (long)number,
            info);
}

/* Returns whether it was certainly sent to the process, and not to one thread. */
static int is_of_process(int number, const siginfo_t *info) {
  const uint64_t bit = FAULT_BIT(number), of_thread = FAULT_BIT(SIGPIPE) | FAULT_BIT(SIGXFSZ),
                 by_kernel = FAULT_BIT(SIGALRM) | FAULT_BIT(SIGCHLD) | FAULT_BIT(SIGHUP) |
                             FAULT_BIT(SIGINT) | FAULT_BIT(SIGQUIT) | FAULT_BIT(SIGTSTP) |
                             FAULT_BIT(SIGTTIN) | FAULT_BIT(SIGTTOU) | FAULT_BIT(SIGWINCH);
  return info->si_code == SI_USER ? !(bit & of_thread) : info->si_code > 0 && bit & by_kernel;
}

/* The kernel gives a signal to another thread when the first one is not running and another
 * signal waits for it. Without us that hardly happens. With us it does all the time, because
 * each access to a window raises one; and handlers may rely on running in the first thread.
 * Returns whether the signal was sent on to that. */
static int goes_to_first(int number, siginfo_t *info) {
  if (first_blocks & FAULT_BIT(number) || is_first() || !is_of_process(number, info))
    return 0;
  long process = gate_call(SYS_getpid);
  info->si_code += SENT_ON;
  int sent = !gate_call(SYS_rt_tgsigqueueinfo, process, process, (long)number, info);
  info->si_code -= SENT_ON;
  return sent;
}

/* Makes the signal what it was before it was sent on. */
static void sent_on(siginfo_t *info) {
  if (info->si_code >= SENT_ON && info->si_code <= SENT_ON + SI_KERNEL)
    info->si_code -= SENT_ON;
}

/* Returns the signal that was kept and may come now, 0: none. Another one may be kept at once.
 */
static int kept_take(siginfo_t *info) {
  int number = kept.number;
  if (!number || fault_blocked & FAULT_BIT(number))
    return 0;
  *info = (siginfo_t){0};
  memcpy(info, kept.info, sizeof kept.info);
  kept.number = 0;
  return number;
}

void fault_defer(void) {
  if (!deferring.depth++)
    deferring.aside = aside_begin();
}

/* A signal that was kept comes when the handler has returned. */
static void kept_come_later(void) {
  siginfo_t info;
  int number = kept_take(&info);
  if (!number)
    return;
  uint64_t set = FAULT_BIT(number); /* not the signal of this handler */
  gate_call(SYS_rt_sigprocmask, (long)SIG_BLOCK, &set, NULL, sizeof set);
  come(number, &info);
}

static void deferred_come(void) {
  uint64_t mask = deferring.before & ~owned;
  siginfo_t info;
  int number = kept_take(&info);
  if (number)
    come(number, &info);
  if (!deferring.waits)
    return;
  deferring.waits = 0;
  gate_call(SYS_rt_sigprocmask, (long)SIG_SETMASK, &mask, NULL, sizeof mask);
}

void fault_undefer(void) {
  if (--deferring.depth)
    return;
  aside_end(deferring.aside);
  deferred_come();
}

int fault_pause(ucontext_t *context) {
  if (deferring.depth != 1)
    return 0;
  context_go(context, context_pc(context) - GATE_INSTRUCTION);
  deferring.waiting = context;
  deferring.paused = deferring.waits = 1; /* some may have been waiting since before we began */
  fault_undefer();
  return 1;
}

void fault_resume(int paused, ucontext_t *context) {
  if (!paused)
    return;
  context_go(context, context_pc(context) + GATE_INSTRUCTION);
  fault_defer();
  deferring.paused = 0;
}

/* These run when a handler of ours begins and ends. Signals that wait come when the last one
 * has returned, in what it returns to. */
static int begin(ucontext_t *context) {
  int paused = deferring.paused && fault_stack_has(context);
  fault_stack_take(context);
  deferring.paused = 0;
  if (!deferring.depth)
    deferring.before = *fault_mask(context);
  fault_defer();
  return paused;
}

static void end(int paused) {
  deferring.paused = paused;
  if (--deferring.depth)
    return;
  aside_end(deferring.aside);
  deferring.waits = 0;
  kept_come_later();
}

/* Returns whether handlers of the program have to wait: we may hold locks, or one of our
 * handlers is about to begin or to end. */
static int must_wait(const ucontext_t *context) {
  return deferring.depth || (fault_stack_has(context) && !deferring.paused);
}

/* A handler of the program may come here, too, so it must not interrupt us. */
static void take(void) {
  fault_defer();
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
    gate_call(SYS_sched_yield);
}

static void leave(void) {
  atomic_flag_clear_explicit(&busy, memory_order_release);
  fault_undefer();
}

static long sigaction_call(int number, const void *action, void *old) {
  return gate_call(SYS_rt_sigaction, (long)number, action, old, sizeof(uint64_t));
}

static struct fault_action wanted_get(int number) {
  take();
  struct fault_action a = wanted[number];
  leave();
  return a;
}

/* Debug registers raise SIGTRAP. Returns whether its handler is about to begin (gate.c says why
 * this may be). Then the fault comes again after that handler has returned. */
static int is_early(int number, const ucontext_t *context) {
  return number == SIGSEGV && trap_handler && (void *)context_pc(context) == trap_handler;
}

static void on_signal(int number, siginfo_t *info, void *context) {
  if (is_early(number, context))
    return;
  if (info->si_code <= 0 && must_wait(context)) {
    keep(number, info);
    return;
  }
  int paused = begin(context);
  if (!handlers[number](info, context))
    fault_pass_on(number, info, context);
  end(paused);
}

/* libc cancels a thread only if its signal has interrupted a certain instruction. It looks at
 * the context that the handler is given, and unwinds the one below. */
static ucontext_t *shown(int number, const ucontext_t *context, int paused) {
  return paused && number == CANCEL && !gate_call_made(context_pc(context)) ? deferring.waiting
                                                                            : NULL;
}

static void pass_on(int number, siginfo_t *info, ucontext_t *context, ucontext_t *shown);

/* For the program's other handlers. */
static void on_other(int number, siginfo_t *info, void *context) {
  sent_on(info);
  if (goes_to_first(number, info))
    return;
  if (must_wait(context)) {
    if (deferring.depth && !deferring.waits) {
      deferring.before = *fault_mask(context);
      deferring.waits = 1;
    }
    *fault_mask(context) = ~owned;
    come(number, info); /* again, and waits */
    return;
  }
  int paused = begin(context);
  pass_on(number, info, context, shown(number, context, paused));
  end(paused);
}

static int is_handler(const struct fault_action *a) {
  return a->handler != (void *)SIG_DFL && a->handler != (void *)SIG_IGN;
}

/* The program decides whether the interrupted call goes on. */
static long install(int number) {
  const struct fault_action *w = &wanted[number];
  struct fault_action a = {(void *)on_signal,
                           w->flags | SA_SIGINFO | SA_NODEFER | SA_ONSTACK | RESTORER,
                           (void *)gate_restorer, 0};
  a.flags &= ~(uint64_t)SA_RESETHAND;
  if (!handlers[number]) {
    if (!is_handler(w))
      return sigaction_call(number, w, NULL);
    a.handler = (void *)on_other;
    a.mask = ~owned;
  } else if (w->handler == (void *)SIG_IGN) {
    a.flags |= SA_RESTART;
  }
  return sigaction_call(number, &a, NULL);
}

void fault_own(int number, fault_handler *handler) {
  handlers[number] = handler;
  owned |= FAULT_BIT(number);
}

uint64_t fault_owned(void) {
  return owned;
}

int fault_take(void) {
  struct fault_action now;
  first_blocks = ~0ul;
  for (int i = 1; i <= SIGNALS; i++) {
    if (i == SIGKILL || i == SIGSTOP || sigaction_call(i, NULL, &now))
      continue;
    if (i == SIGTRAP)
      trap_handler = is_handler(&now) ? (void *)on_other : NULL;
    if (now.handler == (void *)on_signal || now.handler == (void *)on_other ||
        (!handlers[i] && !is_handler(&now)))
      continue;
    wanted[i] = now;
    if (install(i) && handlers[i])
      return -1;
  }
  return 0;
}

void fault_give_back(int keep) {
  struct fault_action now;
  for (int i = 1; i <= SIGNALS; i++) {
    struct fault_action a = wanted_get(i);
    if (!sigaction_call(i, NULL, &now) && !(keep && i == SIGSYS) &&
        (now.handler == (void *)on_signal || now.handler == (void *)on_other))
      sigaction_call(i, &a, NULL);
  }
}

/* Does what happens when nobody handles the signal. */
static void die(int number, const siginfo_t *info) {
  struct fault_action none = {0};
  sigaction_call(number, &none, NULL);
  if (info->si_code <= 0 || number != SIGSEGV) /* a real fault comes again by itself */
    gate_call(SYS_rt_tgsigqueueinfo, gate_call(SYS_getpid), gate_call(SYS_gettid), (long)number,
              info);
}

static void pass_on(int number, siginfo_t *info, ucontext_t *context, ucontext_t *shown) {
  uint64_t bit = FAULT_BIT(number), *mask = fault_mask(context);
  struct fault_action a = wanted_get(number);
  int sent = info->si_code <= 0, is_blocked = (fault_blocked & bit) != 0;
  if (sent && is_blocked) {
    keep(number, info);
    return;
  }
  if (sent && a.handler == (void *)SIG_IGN)
    return;
  if (is_blocked || a.handler == (void *)SIG_DFL || a.handler == (void *)SIG_IGN) {
    die(number, info);
    return;
  }
  if (a.flags & SA_RESETHAND) {
    take();
    wanted[number].handler = (void *)SIG_DFL;
    install(number);
    leave();
  }
  uint64_t before = *mask | fault_blocked,
           during = before | a.mask | (a.flags & SA_NODEFER ? 0 : bit);
  if (fault_frame_make(number, info, context, &a, before, shown)) {
    die(SIGSEGV, &(siginfo_t){.si_code = SI_KERNEL});
    return;
  }
  first_note(during);
  blocked_set(during & owned);
  *mask = during & ~owned;
}

void fault_pass_on(int number, siginfo_t *info, ucontext_t *context) {
  pass_on(number, info, context, NULL);
}

uint64_t fault_mask_get(const ucontext_t *context) {
  return *(const uint64_t *)&context->uc_sigmask | fault_blocked;
}

void fault_mask_set(ucontext_t *context, uint64_t mask) {
  first_note(mask);
  blocked_set(mask & owned);
  *fault_mask(context) = mask & ~owned & ~UNBLOCKABLE;
  kept_come_later();
}

void fault_ends(void) {
  first_note(~0ul);
}

void fault_mask_give(ucontext_t *context) {
  if (kept.number)
    return;
  *fault_mask(context) |= fault_blocked;
  blocked_set(0);
}

long fault_sigaction(int number, const void *action, void *old, size_t size) {
  struct fault_action next = {0}, before, real;
  if (size != sizeof next.mask || number < 1 || number > SIGNALS ||
      (action && (number == SIGKILL || number == SIGSTOP)))
    return -EINVAL;
  if (action && gate_copy(&next, action, sizeof next))
    return -EFAULT;
  take();
  long failed = sigaction_call(number, NULL, &real);
  before = real.handler == (void *)on_signal || real.handler == (void *)on_other
               ? wanted[number]
               : real;
  if (action && !failed) {
    next.mask &= ~UNBLOCKABLE;
    wanted[number] = next;
    failed = install(number);
    if (number == SIGTRAP)
      trap_handler = is_handler(&next) ? (void *)on_other : NULL;
  }
  leave();
  if (failed)
    return failed;
  return old && gate_copy(old, &before, sizeof before) ? -EFAULT : 0;
}

long fault_sigprocmask(ucontext_t *context, int how, const void *set, void *old, size_t size) {
  uint64_t before = fault_mask_get(context), given, next = before;
  if (size != sizeof given)
    return -EINVAL;
  if (set) {
    if (gate_copy(&given, set, sizeof given))
      return -EFAULT;
    if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
      return -EINVAL;
    next = how == SIG_BLOCK ? before | given : how == SIG_UNBLOCK ? before & ~given : given;
    fault_mask_set(context, next);
  }
  return old && gate_copy(old, &before, sizeof before) ? -EFAULT : 0;
}
