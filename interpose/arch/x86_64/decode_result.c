/* decode_result.c: whether code looks at what a call has returned (error_result.h). */
#define _GNU_SOURCE
#include <string.h>
#include <ucontext.h>
#include "decode_part.h"
#include "interpose/calls/error_result.h"

#define STEPS 256 /* so many instructions are looked at, at most */

enum fate { USED, GONE, STAYS };

struct result_scan {
  const struct result_code *code;
  int steps;
  unsigned char seen[RESULT_BEFORE + RESULT_AFTER];
};

struct result_step {
  ZydisDecodedInstruction in;
  ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
};

static int is_result(ZydisRegister r) {
  return r != ZYDIS_REGISTER_NONE && decode_greg(r) == REG_RAX;
}

/* xor eax, eax and its like set the register without regard to its value. */
static int is_cleared(const struct result_step *s) {
  return (s->in.mnemonic == ZYDIS_MNEMONIC_XOR || s->in.mnemonic == ZYDIS_MNEMONIC_SUB) &&
         s->op[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
         s->op[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
         s->op[0].reg.value == s->op[1].reg.value && s->op[0].size >= 32 &&
         is_result(s->op[0].reg.value);
}

static enum fate fate_in(const struct result_step *s) {
  enum fate fate = STAYS;
  if (is_cleared(s))
    return GONE;
  for (int i = 0; i < s->in.operand_count; i++) {
    const ZydisDecodedOperand *op = &s->op[i];
    if (op->type == ZYDIS_OPERAND_TYPE_MEMORY &&
        (is_result(op->mem.base) || is_result(op->mem.index)))
      return USED;
    if (op->type != ZYDIS_OPERAND_TYPE_REGISTER || !is_result(op->reg.value))
      continue;
    if (op->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
      return USED;
    if (op->actions & ZYDIS_OPERAND_ACTION_WRITE && op->size >= 32)
      fate = GONE;
  }
  return fate;
}

static int is_used(struct result_scan *s, uintptr_t at);

/* Follows both ways of a branch. The end of the function counts as a use, because it returns
 * the value. */
static int branch_uses(struct result_scan *s, const struct result_step *step, uintptr_t at) {
  ZyanU64 target;
  if (step->in.meta.category == ZYDIS_CATEGORY_CALL) /* a call may change the register */
    return 0;
  if (step->in.meta.category == ZYDIS_CATEGORY_COND_BR && is_used(s, at + step->in.length))
    return 1;
  if ((step->in.meta.category != ZYDIS_CATEGORY_COND_BR &&
       step->in.meta.category != ZYDIS_CATEGORY_UNCOND_BR) ||
      step->op[0].type != ZYDIS_OPERAND_TYPE_IMMEDIATE ||
      !ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&step->in, &step->op[0], at, &target)))
    return 1;
  return is_used(s, (uintptr_t)target);
}

/* If it cannot be told, the value counts as used. */
static int is_used(struct result_scan *s, uintptr_t at) {
  const struct result_code *c = s->code;
  ZydisDecoder decoder;
  struct result_step step;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  for (;; at += step.in.length) {
    if (at < c->lo || at >= c->hi || ++s->steps > STEPS ||
        !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, c->code + (at - c->lo), c->hi - at,
                                             &step.in, step.op)))
      return 1;
    if (s->seen[at - c->lo]++)
      return 0; /* said already */
    enum fate fate = fate_in(&step);
    if (fate != STAYS)
      return fate == USED;
    if (step.in.meta.category == ZYDIS_CATEGORY_SYSCALL ||
        step.in.meta.category == ZYDIS_CATEGORY_INTERRUPT)
      return 1;
    if (step.in.meta.branch_type != ZYDIS_BRANCH_TYPE_NONE)
      return branch_uses(s, &step, at);
  }
}

__attribute__((visibility("default"))) result_function fencepost_result;
int fencepost_result(const struct result_code *c) {
  struct result_scan s = {.code = c};
  return c->hi - c->lo > sizeof s.seen || is_used(&s, c->pc);
}
