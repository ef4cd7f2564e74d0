#define _GNU_SOURCE
#include "crash.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "door.h"
#include "handled.h"
#include "interpose/base/thread.h"
#include "interpose/base/world.h"
#include "interpose/data/faulted.h"
#include "interpose/order/followed_module.h"
#include "interpose/stack/stack.h"

#define LOOK_NS 10000000
#define LOOKS 100 /* a second */

static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static struct sigaction before[NUMBERS];
static pid_t process;

/* The first thread that crashes, or is told to end. `step` says how far it is known. */
enum { NOT_YET, BEGUN, TAKEN, NOTED, MAY_END };
static struct {
  _Atomic int step;
  int number, sent;
  void (*tell)(void); /* crash_ask_end */
  struct signal_fault at;
  struct signal_fault
      fault; /* an access that has ended it, perhaps by a handler of the program */
} crash;

/* Set while our handler is not to be seen, nor to be installed again. */
static hooks_action *_Atomic *action_hook;
static hooks_action *_Atomic looking; /* otherwise */

void crash_attach(hooks_action *_Atomic *hook) {
  action_hook = hook;
}

/* The program's own handler ends the process so, mostly with the signal that it was called for:
 * what matters is where that came from. */
static void take(int number, const siginfo_t *info, const void *context) {
  int not_yet = NOT_YET;
  if (!atomic_compare_exchange_strong(&crash.step, &not_yet, BEGUN))
    return;
  crash.number = number;
  crash.sent = info->si_code == SI_USER && info->si_pid != process;
  handled_take(&crash.at, number, info, context);
  if (info->si_code > 0)
    crash.fault = crash.at;
  else if (!crash.sent && handled_get(&crash.fault, context) && crash.fault.number == number)
    crash.at = crash.fault;
  crash.step = TAKEN;
}

/* Another thread that crashes meanwhile waits as well. */
static void wait_for_watchdog(void) {
  const struct timespec nap = {0, LOOK_NS};
  for (int i = 0; i < LOOKS && crash.step != MAY_END; i++)
    nanosleep(&nap, NULL);
}

void crash_ask_all(void) {
  int not_yet = NOT_YET;
  if (atomic_compare_exchange_strong(&crash.step, &not_yet, BEGUN)) {
    handled_get(&crash.fault, NULL);
    crash.step = TAKEN;
    wait_for_watchdog();
  }
}

void crash_ask_handler(void) {
  int not_yet = NOT_YET;
  struct signal_fault fault;
  if (!handled_get(&fault, NULL) ||
      !atomic_compare_exchange_strong(&crash.step, &not_yet, BEGUN))
    return;
  crash.fault = fault;
  crash.step = TAKEN;
  wait_for_watchdog();
}

void crash_ask_end(void (*tell)(void)) {
  int not_yet = NOT_YET;
  if (atomic_compare_exchange_strong(&crash.step, &not_yet, BEGUN)) {
    crash.tell = tell;
    handled_get(&crash.fault, NULL);
    crash.step = TAKEN;
  }
  wait_for_watchdog();
}

static int which_of(int number) {
  int which = 0;
  while (which < NUMBERS && numbers[which] != number)
    which++;
  return which;
}

static int is_theirs(const struct sigaction *a) {
  return a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN &&
         followed_module((const void *)(uintptr_t)a->sa_handler);
}

/* As sigaction, but the program's calls are not looked at meanwhile. */
static int act(int number, const struct sigaction *set, struct sigaction *was) {
  if (action_hook)
    *action_hook = NULL;
  int failed = sigaction(number, set, was);
  if (action_hook)
    *action_hook = looking;
  return failed;
}

static void on_crash(int number, siginfo_t *info, void *context) {
  int error = errno, which = which_of(number);
  if (number == SIGSEGV && door_fault(info, context)) {
    errno = error;
    return;
  }
  door_end();
  if (getpid() == process && world_state == WORLD_ON) {
    take(number, info, context);
    wait_for_watchdog();
  }
  looking = NULL;
  act(number, &before[which], NULL);
  if (info->si_code <= 0) /* an error of the processor comes again by itself */
    syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), number, info);
  errno = error;
}

static const struct sigaction own = {.sa_sigaction = on_crash,
                                     .sa_flags = SA_SIGINFO | SA_ONSTACK};
static int installed[NUMBERS];

typedef void handler(int number, siginfo_t *info, void *context);

/* Returns the program's handler, which is to be called. */
static handler *theirs(int number, siginfo_t *info, void *context) {
  int error = errno, which = which_of(number);
  handler *next = NULL;
  if (number != SIGSEGV || !door_fault(info, context)) {
    door_end();
    struct sigaction a = before[which];
    if (getpid() == process && world_state == WORLD_ON)
      handled_note(number, info, context);
    if (a.sa_flags & SA_RESETHAND) {
      before[which].sa_handler = SIG_DFL;
      act(number, &own, NULL);
    }
    next = a.sa_handler == SIG_DFL || a.sa_handler == SIG_IGN ? on_crash : a.sa_sigaction;
  }
  errno = error;
  return next;
}

/* Stands before a handler of the program, which finds all as the kernel has left it: the same
 * arguments, on the same stack, with the same signals blocked. */
static void on_fault(int number, siginfo_t *info, void *context) {
  handler *next = theirs(number, info, context);
  if (next)
    next(number, info, context);
}

/* Returns whether the kernel has a handler of ours now, before that of `before`. */
static int stand(int which) {
  struct sigaction front = before[which];
  front.sa_sigaction = on_fault;
  front.sa_flags = (front.sa_flags | SA_SIGINFO) & (int)~SA_RESETHAND;
  return !act(numbers[which], is_theirs(&before[which]) ? &front : &own, NULL);
}

static int is_of_faults(int number) {
  return number == SIGSEGV || number == SIGBUS;
}

static void on_action(int number, const struct sigaction *set, struct sigaction *was) {
  int error = errno, which = which_of(number);
  struct sigaction now;
  if (which == NUMBERS || !installed[which])
    return;
  if (was && (was->sa_sigaction == on_crash || was->sa_sigaction == on_fault))
    *was = before[which];
  if (set && is_of_faults(number)) {
    /* `signal` says neither flags nor mask */
    if (!act(number, NULL, &now) && now.sa_handler != SIG_IGN && now.sa_sigaction != on_crash &&
        now.sa_sigaction != on_fault) {
      before[which] = now;
      stand(which);
    }
  } else if (set && set->sa_handler == before[which].sa_handler) {
    act(number, &own, NULL);
  }
  errno = error;
}

/* Of the other signals, a handler of the program's stays alone. */
void crash_begin(void) {
  process = getpid();
  for (int i = 0; i < NUMBERS; i++) {
    if (sigaction(numbers[i], NULL, &before[i]) || before[i].sa_handler == SIG_IGN ||
        (before[i].sa_handler != SIG_DFL && numbers[i] == SIGTERM) ||
        (is_theirs(&before[i]) && !(action_hook && is_of_faults(numbers[i]))))
      continue;
    installed[i] = stand(i);
  }
  looking = on_action;
  if (action_hook)
    *action_hook = looking;
}

int crash_keep(void) {
  int which = which_of(SIGSEGV);
  if (!action_hook)
    return 0;
  if (!installed[which])
    installed[which] = !act(SIGSEGV, &own, NULL);
  return installed[which];
}

static struct thread *thread_of(pid_t tid) {
  struct thread *t = thread_first();
  while (t && t->tid != tid)
    t = t->next;
  return t;
}

static void tell_fault(const struct signal_fault *f) {
  struct thread *t = f->known ? thread_of(f->tid) : NULL;
  if (t)
    faulted_tell(t, f->address, f->stores, f->registers);
}

enum crash_news crash_note(void) {
  if (crash.step != TAKEN)
    return CRASH_NONE;
  crash.step = NOTED;
  if (!crash.number)
    tell_fault(&crash.fault);
  if (crash.tell) {
    crash.tell();
    return CRASH_ENDS;
  }
  if (!crash.number)
    return CRASH_FAILED;
  if (crash.number == SIGTERM)
    return CRASH_TOLD_TO_END;
  struct thread *t = thread_of(crash.at.tid);
  int inside = t && t->seq & 1;
  uint32_t stack = stack_capture_interrupted(crash.at.registers);
  stack_define(stack);
  world_note(json_pack("{s:s, s:i, s:i, s:b, s:s, s:I}", "record", "crash", "thread",
                       t ? t->number : -1, "signal", crash.number, "sent", crash.sent, "call",
                       inside ? call_name(t->call) : "", "stack", (json_int_t)stack));
  tell_fault(&crash.fault);
  return CRASH_FOUND;
}

void crash_let_end(void) {
  crash.step = MAY_END;
}
