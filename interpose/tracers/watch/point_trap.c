#define _GNU_SOURCE
#include "point_trap.h"
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/auxv.h>
#include "interpose/arch/accessor.h"
#include "interpose/arch/context.h"
#include "interpose/base/aside.h"
#include "interpose/tracers/pages/fault.h"
#include "interpose/arch/overread.h"
#include "interpose/tracers/shared/record.h"
#include "interpose/base/thread.h"
#include "interpose/tracers/shared/worker.h"

#ifndef TRAP_PERF
#define TRAP_PERF 6
#endif
#define ASYNCHRONOUS 1 /* the signal was blocked, so the thread has gone on since */

static decode_function *decode;
static struct sigaction before;
static void (*_Atomic *asked_hook)(void);
static atomic_int taken; /* by the program */
/* Set while we ask ourselves. Compilers believe that sigaction calls nothing in this file. */
static __thread volatile int ours __attribute__((tls_model("initial-exec")));
static atomic_ulong unknown, not_ready;

/* Constants that <signal.h> may not define. */
struct perf_part {
  void *address;
  unsigned long data;
  uint32_t type, flags;
};

static struct perf_part part_of(const siginfo_t *info) {
  struct perf_part p;
  memcpy(&p, &info->si_addr, sizeof p);
  return p;
}

static void tell(const struct accessed *a) {
  size_t size = a->hi - a->lo;
  if (a->does & INSTRUCTION_ATOMIC) {
    record_access_at(a->lo, a->pc, HOOKS_STORE | HOOKS_ATOMIC, size);
    return;
  }
  if (a->does & INSTRUCTION_LOADS)
    record_access_at(a->lo, a->pc, 0, size);
  if (a->does & INSTRUCTION_STORES)
    record_access_at(a->lo, a->pc, HOOKS_STORE, size);
}

/* Cuts the access to the buffer and returns whether anything is left. If a single byte is
 * watched, all that was accessed together with it counts. */
static int means(struct accessed *a, int single) {
  uintptr_t at = a->from;
  size_t size = a->size;
  if (!size)
    return 1;
  if (a->does == INSTRUCTION_LOADS && !overread_clip(&at, &size, a->pc))
    return 0;
  int meets = at < a->hi && at + size > a->lo;
  a->lo = single || at > a->lo ? at : a->lo;
  a->hi = single || at + size < a->hi ? at + size : a->hi;
  return meets;
}

/* The dynamic linker, which a call may enter to look up its function, puts registers on the
 * stack, below all frames of the program: no buffer that still exists is there. */
static int is_in_linker(uintptr_t pc) {
  struct dl_find_object found;
  return !_dl_find_object((void *)pc, &found) &&
         found.dlfo_link_map->l_addr == getauxval(AT_BASE);
}

static void on_event(const struct perf_part *p, const ucontext_t *context) {
  struct point_span span;
  struct accessed a;
  int i = point_of(p->data, &span);
  if (i < 0)
    return;
  point_hit(i);
  if (!worker_is_program(context_pc(context)) || is_in_linker(context_pc(context)))
    return;
  if (p->flags & ASYNCHRONOUS || !accessor_find(decode, context, span.lo, span.hi, &a) ||
      (a.somewhere && !span.alike))
    unknown++;
  else if (means(&a, span.hi - span.lo == 1))
    tell(&a);
}

/* The signal is not ours: does what would happen without us. */
static void pass_on(int number, siginfo_t *info, void *context) {
  sigset_t mask = ((ucontext_t *)context)->uc_sigmask;
  if (!(before.sa_flags & SA_SIGINFO) && before.sa_handler == SIG_IGN)
    return;
  if (!(before.sa_flags & SA_SIGINFO) && before.sa_handler == SIG_DFL) {
    sigaction(number, &before, NULL);
    raise(number);
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

static int action(const struct sigaction *next, struct sigaction *old) {
  ours++;
  int failed = sigaction(SIGTRAP, next, old);
  ours--;
  return failed;
}

static int is_ours(const struct sigaction *a);

/* A signal has only one handler: from now on it is the program's. */
static void asked(void) {
  struct sigaction now;
  struct aside a = aside_begin();
  if (!ours && !taken) {
    taken = 1;
    point_give_up();
    if (!action(NULL, &now) && is_ours(&now))
      action(&before, NULL);
  }
  aside_end(a);
}

void trap_attach(void (*_Atomic *hook)(void)) {
  asked_hook = hook;
}

/* Returns whether this is a debug exception that none of our events explains. It may come when
 * a register has just been cleared, and would end the program. It cannot be the program's own
 * if the program neither steps through its code nor has an instruction that raises it. */
static int is_left_over(const siginfo_t *info, const ucontext_t *context) {
  return decode && !taken && info->si_code > 0 && info->si_code != SI_KERNEL &&
         !context_steps(context);
}

/* The handler's own accesses to a watched stack are not told. */
static int trapped(siginfo_t *info, ucontext_t *context) {
  static __thread volatile int inside __attribute__((tls_model("initial-exec")));
  struct perf_part p = part_of(info);
  if (info->si_code != TRAP_PERF || (p.data & ~0xffffffffull) != POINT_COOKIE) {
    int left_over = is_left_over(info, context);
    unknown += left_over;
    return left_over;
  }
  if (!inside) {
    inside = 1;
    on_event(&p, context);
    inside = 0;
  }
  return 1;
}

static void on_trap(int number, siginfo_t *info, void *context) {
  struct aside a = aside_begin();
  int is_done = trapped(info, context);
  aside_end(a);
  if (!is_done) /* the program's own handler may not return */
    pass_on(number, info, context);
}

void trap_begin(void) {
  fault_own(SIGTRAP, trapped);
}

static int is_ours(const struct sigaction *a) {
  return a->sa_flags & SA_SIGINFO && a->sa_sigaction == on_trap;
}

int trap_install(decode_function *decode_) {
  struct sigaction own = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_RESTART};
  decode = decode_;
  if (taken || action(NULL, &before))
    return 0;
  if (asked_hook)
    *asked_hook = asked;
  own.sa_flags |= before.sa_flags & SA_ONSTACK;
  sigfillset(&own.sa_mask);
  return is_ours(&before) || !action(&own, NULL);
}

int trap_ready(void) {
  struct sigaction a;
  sigset_t mask;
  int ready = !taken && !action(NULL, &a) && is_ours(&a) &&
              !pthread_sigmask(SIG_SETMASK, NULL, &mask) && !sigismember(&mask, SIGTRAP);
  not_ready += !ready;
  return ready;
}

int trap_taken(void) {
  return taken;
}

unsigned long trap_unknown(void) {
  return unknown;
}

unsigned long trap_not_ready(void) {
  return not_ready;
}
