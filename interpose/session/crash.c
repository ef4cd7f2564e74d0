#define _GNU_SOURCE
#include "crash.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "door.h"
#include "interpose/arch/context.h"
#include "interpose/arch/frame.h"
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
  pid_t tid;
  int number, sent;
  void (*tell)(void);  /* crash_ask_end */
  int faulted, stores; /* an access to this address has ended it */
  uint64_t address;
  uint64_t registers[REGISTERS];
} crash;

/* Set while our handler is not to be seen, nor to be installed again. */
static hooks_action *_Atomic *action_hook;

void crash_attach(hooks_action *_Atomic *hook) {
  action_hook = hook;
}

/* Only then the address is known. */
static int is_fault(int number, int code) {
  return (number == SIGSEGV && (code == SEGV_MAPERR || code == SEGV_ACCERR)) ||
         (number == SIGBUS && code == BUS_ADRERR);
}

static void take(int number, const siginfo_t *info, const void *context) {
  int not_yet = NOT_YET;
  if (!atomic_compare_exchange_strong(&crash.step, &not_yet, BEGUN))
    return;
  crash.tid = gettid();
  crash.number = number;
  crash.sent = info->si_code == SI_USER && info->si_pid != process;
  crash.faulted = is_fault(number, info->si_code);
  crash.address = (uint64_t)(uintptr_t)info->si_addr;
  crash.stores = crash.faulted && context_stores(context);
  frame_registers(crash.registers, context);
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
  if (atomic_compare_exchange_strong(&crash.step, &not_yet, TAKEN))
    wait_for_watchdog();
}

void crash_ask_end(void (*tell)(void)) {
  int not_yet = NOT_YET;
  if (atomic_compare_exchange_strong(&crash.step, &not_yet, BEGUN)) {
    crash.tell = tell;
    crash.step = TAKEN;
  }
  wait_for_watchdog();
}

static int theirs; /* the program has a handler of SIGSEGV, which ours stands before */

static void on_crash(int number, siginfo_t *info, void *context) {
  int error = errno, which = 0;
  while (which + 1 < NUMBERS && numbers[which] != number)
    which++;
  if (number == SIGSEGV && door_fault(info, context)) {
    errno = error;
    return;
  }
  door_end();
  if (getpid() == process && world_state == WORLD_ON && !(theirs && number == SIGSEGV)) {
    take(number, info, context);
    wait_for_watchdog();
  }
  if (action_hook)
    *action_hook = NULL;
  sigaction(number, &before[which], NULL);
  if (info->si_code <= 0) /* an error of the processor comes again by itself */
    syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), number, info);
  errno = error;
}

static const struct sigaction own = {.sa_sigaction = on_crash,
                                     .sa_flags = SA_SIGINFO | SA_ONSTACK};
static int installed[NUMBERS];

static void on_action(int number, const struct sigaction *set, struct sigaction *was) {
  int which = 0, error = errno;
  while (which < NUMBERS && numbers[which] != number)
    which++;
  if (which == NUMBERS || !installed[which])
    return;
  if (was && was->sa_sigaction == on_crash)
    *was = before[which];
  int stays = set && door_on && number == SIGSEGV;
  if (stays) {
    before[which] = *set;
    theirs = set->sa_handler != SIG_DFL;
  }
  if (stays || (set && set->sa_handler == before[which].sa_handler)) {
    *action_hook = NULL;
    sigaction(number, &own, NULL);
    *action_hook = on_action;
  }
  errno = error;
}

void crash_begin(void) {
  process = getpid();
  for (int i = 0; i < NUMBERS; i++) {
    void (*old)(int);
    if (sigaction(numbers[i], NULL, &before[i]) || (old = before[i].sa_handler) == SIG_IGN ||
        (old != SIG_DFL && numbers[i] == SIGTERM) ||
        (old != SIG_DFL && followed_module((const void *)(uintptr_t)old)))
      continue;
    installed[i] = !sigaction(numbers[i], &own, NULL);
  }
  if (action_hook)
    *action_hook = on_action;
}

int crash_keep(void) {
  int which = 0;
  while (numbers[which] != SIGSEGV)
    which++;
  if (!action_hook)
    return 0;
  *action_hook = NULL;
  if (!installed[which]) {
    theirs = !sigaction(SIGSEGV, NULL, &before[which]) && before[which].sa_handler != SIG_DFL;
    installed[which] = !sigaction(SIGSEGV, &own, NULL);
  }
  *action_hook = on_action;
  return installed[which];
}

static struct thread *crashed_thread(void) {
  struct thread *t = thread_first();
  while (t && t->tid != crash.tid)
    t = t->next;
  return t;
}

enum crash_news crash_note(void) {
  if (crash.step != TAKEN)
    return CRASH_NONE;
  crash.step = NOTED;
  if (crash.tell) {
    crash.tell();
    return CRASH_ENDS;
  }
  if (!crash.number)
    return CRASH_FAILED;
  if (crash.number == SIGTERM)
    return CRASH_TOLD_TO_END;
  struct thread *t = crashed_thread();
  int inside = t && t->seq & 1;
  uint32_t stack = stack_capture_interrupted(crash.registers);
  stack_define(stack);
  world_note(json_pack("{s:s, s:i, s:i, s:b, s:s, s:I}", "record", "crash", "thread",
                       t ? t->number : -1, "signal", crash.number, "sent", crash.sent, "call",
                       inside ? call_name(t->call) : "", "stack", (json_int_t)stack));
  if (t && crash.faulted)
    faulted_tell(t, crash.address, crash.stores, crash.registers);
  return CRASH_FOUND;
}

void crash_let_end(void) {
  crash.step = MAY_END;
}
