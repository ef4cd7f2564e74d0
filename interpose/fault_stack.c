#define _GNU_SOURCE
#include "fault_stack.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "gate_arena.h"

#define ENOUGH 65536ul
#define AUTODISARM (int)(1u << 31) /* SS_AUTODISARM */

static __thread struct {
  stack_t wanted; /* valid if ours is in its place */
  void *own;
  int in_place;
} stack __attribute__((tls_model("initial-exec")));

static atomic_int count;

int fault_stacks(void) {
  return count;
}

static long change(const stack_t *next, stack_t *old) {
  return gate_call(SYS_sigaltstack, next, old);
}

/* What a handler returns to has its stack restored, too. */
static long set(ucontext_t *context, const stack_t *next) {
  long failed = change(next, NULL);
  if (!failed)
    context->uc_stack = *next;
  return failed;
}

static void in_place_set(int in_place) {
  count += in_place - stack.in_place;
  stack.in_place = in_place;
}

static int is_on(const stack_t *s, const ucontext_t *context) {
  return (uintptr_t)context->uc_mcontext.gregs[REG_RSP] - (uintptr_t)s->ss_sp - 1 < s->ss_size;
}

/* `s` is what the kernel has. */
static void replace(ucontext_t *context, const stack_t *s) {
  if (s->ss_flags & (SS_DISABLE | AUTODISARM) || s->ss_size >= ENOUGH)
    return;
  if (!stack.own) {
    long at = gate_call(SYS_mmap, 0L, ENOUGH, (long)(PROT_READ | PROT_WRITE),
                        (long)(MAP_PRIVATE | MAP_ANONYMOUS), -1L, 0L);
    if (at < 0 && at > -4096)
      return;
    stack.own = (void *)at;
  }
  stack_t own = {.ss_sp = stack.own, .ss_flags = s->ss_flags & ~SS_ONSTACK, .ss_size = ENOUGH};
  stack.wanted = *s;
  stack.wanted.ss_flags &= ~SS_ONSTACK;
  if (!set(context, &own))
    in_place_set(1);
}

void fault_stack_take(ucontext_t *context) {
  stack_t now;
  if (!stack.in_place && !change(NULL, &now) && !is_on(&now, context))
    replace(context, &now);
}

void fault_stack_give_back(void) {
  if (stack.in_place && !change(&stack.wanted, NULL))
    in_place_set(0);
}

void fault_stack_end(ucontext_t *context) {
  static const stack_t none = {.ss_flags = SS_DISABLE};
  if (!stack.own || (stack.in_place && set(context, &none)))
    return;
  in_place_set(0);
  gate_call(SYS_munmap, stack.own, ENOUGH);
  stack.own = NULL;
}

long fault_sigaltstack(ucontext_t *context, const stack_t *next, stack_t *old) {
  stack_t before, given = {0};
  long failed = change(NULL, &before);
  if (failed || (next && gate_copy(&given, next, sizeof given)))
    return failed ? failed : -EFAULT;
  int on = !(before.ss_flags & SS_DISABLE) && is_on(&before, context);
  if (stack.in_place)
    before = stack.wanted;
  before.ss_flags = (before.ss_flags & ~SS_ONSTACK) | (on ? SS_ONSTACK : 0);
  if (next) {
    if (on)
      return -EPERM;
    if ((failed = set(context, &given)))
      return failed;
    in_place_set(0);
    replace(context, &given);
  }
  return old && gate_copy(old, &before, sizeof before) ? -EFAULT : 0;
}
