/* slots_frame.c: instructions that access a stack which lies in a region; the handler makes
 * their accesses. */
#define _GNU_SOURCE
#include "slots_part.h"
#include "interpose/arch/program_memory.h"

/* Flags that a program may set: ID, AC, OF, DF, TF, SF, ZF, AF, PF, CF. */
#define FLAGS 0x244dd5ul

static uint64_t value_of(const struct instruction *in, const greg_t *g) {
  return in->other == BASE_NONE ? (uint64_t)in->displacement : (uint64_t)g[in->other];
}

static int push(greg_t *g, uint64_t value) {
  if (copy_to((uintptr_t)g[REG_RSP] - 8, &value, 8))
    return -1;
  g[REG_RSP] -= 8;
  return 0;
}

static int pop(greg_t *g, uint64_t *value) {
  if (copy_from(value, (uintptr_t)g[REG_RSP], 8))
    return -1;
  g[REG_RSP] += 8;
  return 0;
}

static int leave(greg_t *g) {
  uint64_t value;
  if (copy_from(&value, (uintptr_t)g[REG_RBP], 8))
    return -1;
  g[REG_RSP] = g[REG_RBP] + 8;
  g[REG_RBP] = (greg_t)value;
  return 0;
}

static int call(const struct instruction *in, greg_t *g, uint64_t *next) {
  uint64_t to = in->other == BASE_NONE ? *next + (uint64_t)in->displacement : value_of(in, g);
  if (push(g, *next))
    return -1;
  *next = to;
  return 0;
}

static int frame_run(const struct instruction *in, greg_t *g, uint64_t *next) {
  uint64_t value = 0;
  int failed = 0;
  switch (in->kind) {
  case INSTRUCTION_PUSH_VALUE:
    return push(g, value_of(in, g));
  case INSTRUCTION_PUSH_FLAGS:
    return push(g, (uint64_t)g[REG_EFL] & ~0x10000ul); /* RF reads as 0 */
  case INSTRUCTION_POP_VALUE:
    failed = pop(g, &value);
    if (!failed)
      g[in->other] = (greg_t)value;
    return failed;
  case INSTRUCTION_POP_FLAGS:
    failed = pop(g, &value);
    if (!failed)
      g[REG_EFL] = (greg_t)(((uint64_t)g[REG_EFL] & ~FLAGS) | (value & FLAGS));
    return failed;
  case INSTRUCTION_CALL_VALUE:
    return call(in, g, next);
  case INSTRUCTION_RETURN:
    failed = pop(g, next);
    if (!failed)
      g[REG_RSP] += in->displacement;
    return failed;
  default:
    return leave(g);
  }
}

enum slots_result slots_frame(const struct instruction *in, ucontext_t *c, siginfo_t *info) {
  greg_t *g = c->uc_mcontext.gregs;
  uint64_t next = (uint64_t)g[REG_RIP] + in->length;
  if (frame_run(in, g, &next)) {
    copy_fault(info);
    return SLOTS_NONE;
  }
  g[REG_RIP] = (greg_t)next;
  return SLOTS_DONE;
}

/* Recognised by the first byte: push, pop, call and return, leave. */
int slots_frame_likely(const unsigned char *code) {
  unsigned char first = code[0] >= 0x40 && code[0] < 0x50 ? code[1] : code[0];
  return (first >= 0x50 && first < 0x60) || first == 0xe8 || first == 0xc3 || first == 0xc9;
}
