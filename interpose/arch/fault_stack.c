#define _GNU_SOURCE
#include "fault_stack.h"
#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "context.h"
#include "gate_arena.h"
#include "stack_switch.h"

#define PAGE 4096ul
/* Large, because a signal of the program that comes during a call that waits is handled on this
 * stack, too (gate_make.c). */
#define SIZE (1ul << 20)
#define BELOW 8192      /* bytes below our own frame that are certainly free */
#define OWN_FRAME 32768 /* more than the kernel's frame of a signal takes */
#define STACKS 1024
#define LEAST 2048ul /* the kernel's MINSIGSTKSZ, which <signal.h> may define differently */
#define AUTODISARM (int)(1u << 31) /* SS_AUTODISARM */

static const stack_t none = {.ss_flags = SS_DISABLE};

/* The stack of a thread that has ended is free. */
static struct {
  _Atomic pid_t owner; /* 0: none yet */
  void *_Atomic at;
} stacks[STACKS];

static __thread struct {
  stack_t wanted; /* valid while our stack is in its place */
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

static void in_place_set(int in_place) {
  count += in_place - stack.in_place;
  stack.in_place = in_place;
}

static int is_inside(uintptr_t at, const void *from, size_t size) {
  return at - (uintptr_t)from - 1 < size;
}

static uintptr_t sp_of(const ucontext_t *context) {
  return context_sp(context);
}

static int is_on(const stack_t *s, const ucontext_t *context) {
  return !(s->ss_flags & (SS_DISABLE | AUTODISARM)) &&
         is_inside(sp_of(context), s->ss_sp, s->ss_size);
}

int fault_stack_has(const ucontext_t *context) {
  return stack.own && is_inside(sp_of(context), stack.own, SIZE);
}

static int is_here(void) {
  return is_inside((uintptr_t)__builtin_frame_address(0), stack.own, SIZE);
}

static stack_t described(void) {
  return (stack_t){.ss_sp = stack.own, .ss_size = SIZE};
}

/* Making. */

/* The pages around it are shared: mapping.c tells by this that it is not a thread's stack,
 * which has private pages before it. */
static void *map(void) {
  long around = gate_call(SYS_mmap, 0L, SIZE + 2 * PAGE, (long)PROT_NONE,
                          (long)(MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE), -1L, 0L);
  if (around < 0 && around > -4096)
    return NULL;
  long at = gate_call(SYS_mmap, around + (long)PAGE, SIZE, (long)(PROT_READ | PROT_WRITE),
                      (long)(MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED), -1L, 0L);
  return at < 0 && at > -4096 ? NULL : (void *)at;
}

static int has_ended(pid_t thread) {
  return gate_call(SYS_tgkill, gate_call(SYS_getpid), (long)thread, 0L) == -ESRCH;
}

static int own_make(void) {
  pid_t self = (pid_t)gate_call(SYS_gettid);
  for (int i = 0; i < STACKS && !stack.own; i++) {
    pid_t owner = stacks[i].owner;
    if ((owner && owner != self && !has_ended(owner)) ||
        !atomic_compare_exchange_strong(&stacks[i].owner, &owner, self))
      continue;
    if (!stacks[i].at)
      stacks[i].at = map();
    stack.own = stacks[i].at;
    if (!stack.own)
      return -1;
  }
  return stack.own || (stack.own = map()) ? 0 : -1;
}

/* Taking and giving back. */

/* The kernel refuses to change the alternate stack that the caller runs on, and newer ones
 * (Linux 6.18 does) also when a handler returns from it. So the call is made on another one. */
struct change_elsewhere {
  const stack_t *next;
  long result;
};

static int change_here(void *argument) {
  struct change_elsewhere *c = argument;
  c->result = change(c->next, NULL);
  return 0;
}

static long change_on(uintptr_t top, const stack_t *next) {
  struct change_elsewhere c = {next, -EPERM};
  uint64_t all = ~0ul, before;
  gate_call(SYS_rt_sigprocmask, (long)SIG_BLOCK, &all, &before, sizeof all);
  stack_switch(top & ~63ul, change_here, &c);
  gate_call(SYS_rt_sigprocmask, (long)SIG_SETMASK, &before, NULL, sizeof before);
  return c.result;
}

/* The context that the handler returns to also gets our stack, because returning restores
 * it. */
void fault_stack_take(ucontext_t *context) {
  stack_t now;
  if (stack.in_place || change(NULL, &now) || is_on(&now, context) ||
      (!stack.own && own_make()))
    return;
  stack_t ours = described();
  int on = now.ss_flags & SS_ONSTACK; /* the handler runs on the program's */
  if (on ? change_on((uintptr_t)stack.own + SIZE, &ours) : change(&ours, NULL))
    return;
  now.ss_flags &= ~SS_ONSTACK;
  stack.wanted = now;
  context->uc_stack = ours;
  in_place_set(1);
}

void fault_stack_take_anew(ucontext_t *context) {
  stack_t now;
  if (stack.in_place && !change(NULL, &now) && now.ss_sp != stack.own)
    in_place_set(0);
  fault_stack_take(context);
}

void fault_stack_give(ucontext_t *context) {
  static unsigned char elsewhere[16384]; /* one thread after the other gives */
  if (!stack.in_place || fault_stack_has(context))
    return;
  if (is_here() ? change_on((uintptr_t)elsewhere + sizeof elsewhere, &stack.wanted)
                : change(&stack.wanted, NULL))
    return;
  context->uc_stack = stack.wanted;
  in_place_set(0);
}

void fault_stack_give_back(void) {
  if (stack.in_place && !change(&stack.wanted, NULL))
    in_place_set(0);
}

void fault_stack_ends(void) {
  in_place_set(0);
}

int fault_stack_ready(void) {
  return stack.in_place && !is_here();
}

/* The stack pointer changes here, so unwinding has to use the frame pointer. This keeps one. */
__attribute__((noinline)) int fault_stack_run(int (*function)(void *), void *argument) {
  const volatile void *frame = __builtin_frame_address(0);
  (void)frame;
  uintptr_t top = ((uintptr_t)stack.own + SIZE) & ~63ul;
  return stack_switch(top, function, argument);
}

/* On another alternate stack than ours nothing else will do: a signal that came meanwhile would
 * begin at the top of that, in the frames that wait there. */
int fault_stack_apart(int (*function)(void *), void *argument, size_t room) {
  stack_t now;
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (!stack.in_place && !change(NULL, &now) && now.ss_flags & SS_ONSTACK)
    return here - (uintptr_t)now.ss_sp > room ? function(argument) : -1;
  if (!stack.own && own_make())
    return -1;
  return is_here() ? function(argument) : fault_stack_run(function, argument);
}

/* What the program has asked for. */

/* Returns what the kernel would answer. */
static long judge(const stack_t *next) {
  int mode = next->ss_flags & ~AUTODISARM;
  if (mode != 0 && mode != SS_ONSTACK && mode != SS_DISABLE)
    return -EINVAL;
  return mode != SS_DISABLE && next->ss_size < LEAST ? -ENOMEM : 0;
}

long fault_sigaltstack(ucontext_t *context, const stack_t *next, stack_t *old) {
  stack_t given = {0}, before = stack.wanted;
  int on = is_on(&before, context);
  if (!stack.in_place) /* the thread is running on the program's stack */
    return change(next, old);
  if (next && gate_copy(&given, next, sizeof given))
    return -EFAULT;
  if (!before.ss_size)
    before.ss_flags |= SS_DISABLE;
  before.ss_flags |= on ? SS_ONSTACK : 0;
  if (next) {
    long failed = on ? -EPERM : judge(&given);
    if (failed)
      return failed;
    given.ss_flags &= ~SS_ONSTACK;
    stack.wanted = given.ss_flags & SS_DISABLE ? none : given;
  }
  return old && gate_copy(old, &before, sizeof before) ? -EFAULT : 0;
}

stack_t fault_stack_wanted(void) {
  stack_t s = none;
  if (stack.in_place)
    return stack.wanted;
  return change(NULL, &s) ? none : s;
}

static void choose_of_program(const ucontext_t *context, int alternate, uintptr_t *sp,
                              uintptr_t *least) {
  const stack_t *s = &stack.wanted;
  int on = is_on(s, context);
  if (alternate && !on && !(s->ss_flags & SS_DISABLE) && s->ss_size) {
    *sp = (uintptr_t)s->ss_sp + s->ss_size;
    on = 1;
  }
  if (on)
    *least = (uintptr_t)s->ss_sp;
}

void fault_stack_choose(const ucontext_t *context, int alternate, uintptr_t *sp,
                        uintptr_t *least) {
  uintptr_t free = (uintptr_t)__builtin_frame_address(0) - BELOW;
  if (fault_stack_has(context)) {
    *sp = free;
    *least = (uintptr_t)stack.own;
    return;
  }
  if (stack.in_place)
    choose_of_program(context, alternate, sp, least);
  if (!is_here() && *sp - (uintptr_t)context < OWN_FRAME) /* that is where we run */
    *sp = free;
}

void fault_stack_enter(ucontext_t *context, stack_t *told) {
  if (!stack.in_place)
    return;
  *told = stack.wanted;
  if (stack.wanted.ss_flags & AUTODISARM)
    stack.wanted = none;
  context->uc_stack = described();
}

void fault_stack_return(ucontext_t *context) {
  const stack_t *next = &context->uc_stack;
  if (!stack.in_place)
    return;
  if (!is_on(&stack.wanted, context) && !judge(next)) {
    stack.wanted = next->ss_flags & SS_DISABLE ? none : *next;
    stack.wanted.ss_flags &= ~SS_ONSTACK;
  }
  context->uc_stack = described();
}
