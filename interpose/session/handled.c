#define _GNU_SOURCE
#include "handled.h"
#include <stdatomic.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>
#include "interpose/arch/context.h"
#include "interpose/arch/frame.h"
#include "interpose/base/thread.h"

#define DEEPEST 0x800000ul /* bytes of the stack that a handler and what it calls take */

/* A thread that finds it busy leaves it. */
static atomic_flag busy = ATOMIC_FLAG_INIT;
static struct {
  struct signal_fault fault;
  const void *context; /* what the handler was given; it lies on the handler's stack */
  uint64_t seq;        /* of the thread */
} last;

/* Only then the address is known. */
static int is_access(int number, int code) {
  return (number == SIGSEGV && (code == SEGV_MAPERR || code == SEGV_ACCERR)) ||
         (number == SIGBUS && code == BUS_ADRERR);
}

void handled_take(struct signal_fault *f, int number, const siginfo_t *info,
                  const void *context) {
  f->tid = gettid();
  f->number = number;
  f->known = is_access(number, info->si_code);
  f->address = (uint64_t)(uintptr_t)info->si_addr;
  f->stores = f->known && context_stores(context);
  frame_registers(f->registers, context);
}

void handled_note(int number, const siginfo_t *info, const void *context) {
  if (!is_access(number, info->si_code) || !thread_current || atomic_flag_test_and_set(&busy))
    return;
  handled_take(&last.fault, number, info, context);
  last.seq = thread_current->seq;
  last.context = context;
  atomic_flag_clear(&busy);
}

static int is_where_it_was(const void *context) {
  uint64_t now[REGISTERS];
  frame_registers(now, context);
  return !memcmp(now, last.fault.registers, sizeof now);
}

/* The handler has not returned, nor was it left by longjmp, if what it was given is still
 * there, above all that was called since. A signal that it has sent itself, which is mostly
 * blocked there, comes when it returns, before the access is made again. */
static int is_at_work(const void *context) {
  const struct thread *t = thread_current;
  uintptr_t given = (uintptr_t)last.context,
            sp = context ? context_sp(context) : (uintptr_t)__builtin_frame_address(0);
  if (!t || t->seq != last.seq || last.fault.tid != gettid())
    return 0;
  return (context && is_where_it_was(context)) ||
         (sp < given && given - sp <= DEEPEST && is_where_it_was(last.context));
}

int handled_get(struct signal_fault *f, const void *context) {
  if (atomic_flag_test_and_set(&busy))
    return 0;
  int at_work = last.context && is_at_work(context);
  if (at_work)
    *f = last.fault;
  atomic_flag_clear(&busy);
  return at_work;
}
