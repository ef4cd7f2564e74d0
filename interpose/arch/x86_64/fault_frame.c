#define _GNU_SOURCE
#include "interpose/arch/fault_frame.h"
#include <string.h>
#include "interpose/arch/program_memory.h"
#include "interpose/arch/fault_stack.h"
#include "interpose/arch/gate_arena.h"
#include "interpose/arch/region.h"
#include "interpose/arch/slots.h"

#define RED_ZONE 128
#define MAGIC 0x46505853u /* FP_XSTATE_MAGIC1 */
#define PLAIN_SIZE 512u
#define TRAP_FLAG 0x100l
#define DIRECTION 0x400l
#define RESUME 0x10000l

/* Structs as the kernel has them; libc's context is longer. */
struct frame_part {
  uint64_t flags, link;
  stack_t stack;
  unsigned char registers[256];
  uint64_t mask;
};
struct signal_frame {
  uint64_t restorer;
  struct frame_part context;
  siginfo_t info;
};
_Static_assert(sizeof(struct frame_part) == 304, "as the kernel has it");
_Static_assert(offsetof(ucontext_t, uc_sigmask) == offsetof(struct frame_part, mask),
               "they agree");

/* The end of the legacy area says what follows it. */
struct extent {
  uint32_t magic, size;
};

static uint32_t state_size(const void *state) {
  struct extent e;
  memcpy(&e, (const char *)state + 464, sizeof e);
  return e.magic == MAGIC ? e.size : PLAIN_SIZE;
}

static int state_put(uintptr_t *sp, ucontext_t *context, struct frame_part *p) {
  const void *state = context->uc_mcontext.fpregs;
  uint32_t size = state ? state_size(state) : 0;
  uintptr_t at = (*sp - size) & ~63ul;
  if (!state)
    return 0;
  memcpy(p->registers + offsetof(mcontext_t, fpregs), &at, sizeof at);
  *sp = at;
  return copy_to(at, state, size);
}

/* A handler starts with nothing in the registers but its arguments, and with no floating-point
 * state. */
static void enter(ucontext_t *context, int number, uintptr_t at, const void *handler) {
  greg_t *g = context->uc_mcontext.gregs;
  g[REG_RSP] = (greg_t)at;
  g[REG_RIP] = (greg_t)(uintptr_t)handler;
  g[REG_RAX] = 0;
  g[REG_RDI] = number;
  g[REG_RSI] = (greg_t)(at + offsetof(struct signal_frame, info));
  g[REG_RDX] = (greg_t)(at + offsetof(struct signal_frame, context));
  g[REG_EFL] &= ~(TRAP_FLAG | DIRECTION | RESUME);
  context->uc_mcontext.fpregs = NULL;
}

int fault_frame_make(int number, const siginfo_t *info, ucontext_t *context,
                     const struct fault_action *a, uint64_t before, ucontext_t *shown) {
  greg_t *pc = &context->uc_mcontext.gregs[REG_RIP];
  uintptr_t top = (uintptr_t)context->uc_mcontext.gregs[REG_RSP] - RED_ZONE, sp = top,
            least = 0;
  struct signal_frame f = {.restorer = (uintptr_t)a->restorer, .info = *info};
  fault_stack_choose(context, (a->flags & SA_ONSTACK) != 0, &sp, &least);
  *pc = (greg_t)gate_interrupted(slots_pc((uintptr_t)*pc));
  memcpy(&f.context, context, sizeof f.context);
  f.context.mask = before;
  if (state_put(&sp, context, &f.context))
    return -1;
  sp = ((sp - sizeof f) & ~15ul) - 8;
  if (sp < least)
    return -1;
  fault_stack_enter(context, &f.context.stack);
  if (copy_to(sp, &f, sizeof f))
    return -1;
  enter(context, number, sp, a->handler);
  if (shown)
    context->uc_mcontext.gregs[REG_RDX] = (greg_t)(uintptr_t)shown;
  return 0;
}

/* Copies the state to where the kernel has put that of the system call, because the frame may
 * lie in a region in part. If that does not work, the kernel reads the frame itself. */
static void state_get(ucontext_t *context, void *area) {
  unsigned char head[PLAIN_SIZE];
  uintptr_t at = (uintptr_t)context->uc_mcontext.fpregs;
  if (at && area && !copy_from(head, at, sizeof head) && state_size(head) <= state_size(area) &&
      !copy_from(area, at, state_size(head)))
    context->uc_mcontext.fpregs = area;
}

int fault_frame_return(ucontext_t *context, uint64_t *mask) {
  struct frame_part p;
  void *area = context->uc_mcontext.fpregs;
  if (copy_from(&p, (uintptr_t)context->uc_mcontext.gregs[REG_RSP], sizeof p))
    return -1;
  memcpy(context, &p, sizeof p);
  state_get(context, area);
  fault_stack_return(context);
  *mask = p.mask;
  return 0;
}
