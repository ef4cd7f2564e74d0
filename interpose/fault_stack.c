#define _GNU_SOURCE
#include "fault_stack.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "gate_arena.h"

#define ENOUGH 65536ul
#define LARGE (8ul << 20)
#define LEAST 2048ul               /* MINSIGSTKSZ, whatever <signal.h> makes of it */
#define AUTODISARM (int)(1u << 31) /* SS_AUTODISARM */

static __thread struct {
  stack_t wanted; /* valid if ours is in its place */
  void *own;
  size_t size;
  int in_place, guards;
} stack __attribute__((tls_model("initial-exec")));

static atomic_int count;

int fault_stacks(void) {
  return count;
}

static long change(const stack_t *next, stack_t *old) {
  return gate_call(SYS_sigaltstack, next, old);
}

/* What a handler returns to has its stack restored, too; a handler that is on the stack cannot
 * change it otherwise. */
static long set(ucontext_t *context, const stack_t *next) {
  stack_t now;
  long failed = change(NULL, &now);
  if (!failed && !(now.ss_flags & SS_ONSTACK))
    failed = change(next, NULL);
  if (!failed)
    context->uc_stack = *next;
  return failed;
}

static void in_place_set(int in_place) {
  count += in_place - stack.in_place;
  stack.in_place = in_place;
}

static int is_inside(uintptr_t at, const stack_t *s) {
  return at - (uintptr_t)s->ss_sp - 1 < s->ss_size;
}

static int is_on(const stack_t *s, const ucontext_t *context) {
  return is_inside((uintptr_t)context->uc_mcontext.gregs[REG_RSP], s);
}

static stack_t own(int flags) {
  return (stack_t){.ss_sp = stack.own, .ss_flags = flags, .ss_size = stack.size};
}

static int is_here(void) {
  stack_t s = own(0);
  return is_inside((uintptr_t)__builtin_frame_address(0), &s);
}

static int own_make(size_t size) {
  void *before = stack.own;
  if (before && stack.size >= size)
    return 0;
  long at = gate_call(SYS_mmap, 0L, size, (long)(PROT_READ | PROT_WRITE),
                      (long)(MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE), -1L, 0L);
  if (at < 0 && at > -4096)
    return -1;
  if (before && !stack.in_place)
    gate_call(SYS_munmap, before, stack.size); /* else the kernel has it */
  stack.own = (void *)at;
  stack.size = size;
  return 0;
}

/* `s` is what the kernel has. */
static void replace(ucontext_t *context, const stack_t *s) {
  if (s->ss_flags & (SS_DISABLE | AUTODISARM) || s->ss_size >= ENOUGH || own_make(ENOUGH))
    return;
  stack_t ours = own(s->ss_flags & ~SS_ONSTACK);
  stack.wanted = *s;
  stack.wanted.ss_flags &= ~SS_ONSTACK;
  if (!set(context, &ours))
    in_place_set(1);
}

void fault_stack_take(ucontext_t *context) {
  stack_t now;
  if (!stack.in_place && !change(NULL, &now) && !is_on(&now, context))
    replace(context, &now);
}

void fault_stack_give_back(void) {
  if (stack.in_place && !change(&stack.wanted, NULL)) {
    in_place_set(0);
    stack.guards = 0;
  }
}

void fault_stack_end(ucontext_t *context) {
  static const stack_t none = {.ss_flags = SS_DISABLE};
  if (!stack.own || (stack.in_place && set(context, &none)))
    return;
  in_place_set(0);
  stack.guards = 0;
  if (is_here()) /* the handler that we are in returns from it */
    return;
  gate_call(SYS_munmap, stack.own, stack.size);
  stack.own = NULL;
}

int fault_stack_guard(void) {
  stack_t now, before = stack.wanted;
  int had = stack.in_place;
  if (stack.guards)
    return 0;
  if (change(NULL, &now) || now.ss_flags & (SS_ONSTACK | AUTODISARM) || own_make(LARGE))
    return -1;
  stack_t ours = own(0);
  stack.wanted = had ? before : now;
  if (change(&ours, NULL))
    return -1;
  in_place_set(1);
  stack.guards = 1;
  return 0;
}

int fault_stack_guards(void) {
  return stack.guards;
}

void fault_stack_unguard(void) {
  int small = !(stack.wanted.ss_flags & SS_DISABLE) && stack.wanted.ss_size < ENOUGH;
  if (!stack.guards || (!small && change(&stack.wanted, NULL)))
    return;
  in_place_set(small);
  stack.guards = 0;
}

int fault_stack_run(int (*function)(void *), void *argument) {
  uintptr_t top = ((uintptr_t)stack.own + stack.size) & ~63ul;
  int result;
  __asm__ volatile("movq %%rsp, %%rbx\n movq %[top], %%rsp\n call *%[function]\n"
                   " movq %%rbx, %%rsp"
                   : "=a"(result), "+D"(argument), [function] "+S"(function), [top] "+d"(top)
                   :
                   : "rbx", "rcx", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1",
                     "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
                     "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
  return result;
}

/* What the kernel would say of it. */
static long judge(const stack_t *next) {
  int mode = next->ss_flags & ~AUTODISARM;
  if (mode != 0 && mode != SS_ONSTACK && mode != SS_DISABLE)
    return -EINVAL;
  return mode != SS_DISABLE && next->ss_size < LEAST ? -ENOMEM : 0;
}

static long exchange(ucontext_t *context, const stack_t *next) {
  long failed;
  if (stack.guards) {
    failed = judge(next);
    if (!failed) {
      stack.wanted = *next;
      stack.wanted.ss_flags &= ~SS_ONSTACK;
    }
    return failed;
  }
  failed = set(context, next);
  if (!failed) {
    in_place_set(0);
    replace(context, next);
  }
  return failed;
}

long fault_sigaltstack(ucontext_t *context, const stack_t *next, stack_t *old) {
  stack_t before, given = {0};
  long failed = change(NULL, &before);
  if (failed || (next && gate_copy(&given, next, sizeof given)))
    return failed ? failed : -EFAULT;
  int on = is_on(&before, context);
  if (stack.in_place)
    before = stack.wanted;
  on = on && !(before.ss_flags & SS_DISABLE);
  before.ss_flags = (before.ss_flags & ~SS_ONSTACK) | (on ? SS_ONSTACK : 0);
  if (next) {
    if (on)
      return -EPERM;
    if ((failed = exchange(context, &given)))
      return failed;
  }
  return old && gate_copy(old, &before, sizeof before) ? -EFAULT : 0;
}
