/* decode_stack.c: instructions that access the stack and no other memory. */
#define _GNU_SOURCE
#include <ucontext.h>
#include "decode_part.h"

static int kind_of(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
  case ZYDIS_MNEMONIC_PUSH:
    return INSTRUCTION_PUSH_VALUE;
  case ZYDIS_MNEMONIC_POP:
    return INSTRUCTION_POP_VALUE;
  case ZYDIS_MNEMONIC_CALL:
    return INSTRUCTION_CALL_VALUE;
  case ZYDIS_MNEMONIC_RET:
    return INSTRUCTION_RETURN;
  case ZYDIS_MNEMONIC_LEAVE:
    return INSTRUCTION_LEAVE;
  case ZYDIS_MNEMONIC_PUSHFQ:
    return INSTRUCTION_PUSH_FLAGS;
  case ZYDIS_MNEMONIC_POPFQ:
    return INSTRUCTION_POP_FLAGS;
  default:
    return INSTRUCTION_OTHER;
  }
}

/* Returns whether the instruction accesses the stack only, and 8 bytes of it. */
static int is_of_stack(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op) {
  int found = 0;
  for (int i = 0; i < in->operand_count; i++) {
    if (op[i].type != ZYDIS_OPERAND_TYPE_MEMORY)
      continue;
    if (op[i].visibility != ZYDIS_OPERAND_VISIBILITY_HIDDEN || op[i].size != 64)
      return 0;
    found = 1;
  }
  return found && in->meta.branch_type != ZYDIS_BRANCH_TYPE_FAR;
}

int decode_stack(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                 struct instruction *out) {
  int kind = kind_of(in->mnemonic);
  if (kind == INSTRUCTION_OTHER || !is_of_stack(in, op))
    return 0;
  out->other = BASE_NONE;
  if (in->operand_count_visible && op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
    out->displacement = op[0].imm.value.s;
  else if (in->operand_count_visible && (out->other = decode_greg(op[0].reg.value)) < 0)
    return 0; /* its operand is a segment register */
  out->size = 8;
  out->kind = (uint8_t)kind;
  return 1;
}
