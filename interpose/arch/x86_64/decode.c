/* decode.c: the decoder, in libfencepost-decode.so. */
#define _GNU_SOURCE
#include <string.h>
#include <ucontext.h>
#include "decode_part.h"

static const int8_t gregs[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                 REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                 REG_R12, REG_R13, REG_R14, REG_R15};

int8_t decode_greg(ZydisRegister r) {
  ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);
  return whole >= ZYDIS_REGISTER_RAX && whole <= ZYDIS_REGISTER_R15
             ? gregs[whole - ZYDIS_REGISTER_RAX]
             : -1;
}

/* Returns whether the register is one that we can read. */
static int register_of(ZydisRegister r, int8_t *number) {
  if (r == ZYDIS_REGISTER_NONE)
    *number = BASE_NONE;
  else if (r == ZYDIS_REGISTER_RIP || r == ZYDIS_REGISTER_EIP)
    *number = BASE_RIP;
  else
    *number = decode_greg(r);
  return r == ZYDIS_REGISTER_NONE || *number != BASE_NONE;
}

static int does(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op) {
  int what = 0;
  switch (in->mnemonic) {
  case ZYDIS_MNEMONIC_CLFLUSH:
  case ZYDIS_MNEMONIC_CLFLUSHOPT:
  case ZYDIS_MNEMONIC_CLWB:
    return 0; /* these instructions need access rights but load nothing */
  case ZYDIS_MNEMONIC_XSAVE:
  case ZYDIS_MNEMONIC_XSAVE64:
  case ZYDIS_MNEMONIC_XSAVEOPT:
  case ZYDIS_MNEMONIC_XSAVEOPT64:
    return INSTRUCTION_STORES;
  default:;
  }
  if (op->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
    what |= INSTRUCTION_LOADS;
  if (op->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
    what |= INSTRUCTION_STORES;
  if (in->attributes & ZYDIS_ATTRIB_HAS_LOCK || in->mnemonic == ZYDIS_MNEMONIC_XCHG)
    what |= INSTRUCTION_ATOMIC;
  return what;
}

/* Finds the operand that names memory, if there is only one. Hidden operands are on the stack,
 * except those of movdir64b. */
static const ZydisDecodedOperand *memory_of(const ZydisDecodedInstruction *in,
                                            const ZydisDecodedOperand *op) {
  const ZydisDecodedOperand *found = NULL;
  for (int i = 0; i < in->operand_count; i++) {
    if (op[i].type != ZYDIS_OPERAND_TYPE_MEMORY || op[i].mem.type == ZYDIS_MEMOP_TYPE_AGEN)
      continue;
    if (op[i].visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN) {
      if (op[i].mem.base != ZYDIS_REGISTER_RSP && in->mnemonic != ZYDIS_MNEMONIC_MOVDIR64B)
        return NULL;
      continue;
    }
    if (found || (op[i].encoding != ZYDIS_OPERAND_ENCODING_MODRM_RM &&
                  op[i].encoding != ZYDIS_OPERAND_ENCODING_DISP16_32_64))
      return NULL;
    found = &op[i];
  }
  return found;
}

static uint8_t kind_of(const ZydisDecodedInstruction *in, const struct instruction *out) {
  int wide = out->size == 8;
  switch (in->meta.category) {
  case ZYDIS_CATEGORY_CALL:
    return wide ? INSTRUCTION_CALL : INSTRUCTION_OTHER;
  case ZYDIS_CATEGORY_UNCOND_BR:
    return wide ? INSTRUCTION_JUMP : INSTRUCTION_OTHER;
  case ZYDIS_CATEGORY_PUSH:
    return INSTRUCTION_PUSH;
  case ZYDIS_CATEGORY_POP:
    return INSTRUCTION_POP;
  case ZYDIS_CATEGORY_AMX_TILE:
    return INSTRUCTION_OTHER;
  default:
    break;
  }
  if (in->mnemonic == ZYDIS_MNEMONIC_MOVDIR64B)
    return INSTRUCTION_MOVE64;
  return in->meta.branch_type == ZYDIS_BRANCH_TYPE_NONE ? INSTRUCTION_PLAIN : INSTRUCTION_OTHER;
}

static void registers(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                      struct instruction *out) {
  out->other = BASE_NONE;
  for (int i = 0; i < in->operand_count_visible; i++) {
    if (op[i].type != ZYDIS_OPERAND_TYPE_REGISTER)
      continue;
    out->other = decode_greg(op[i].reg.value);
    out->other_size = (uint8_t)(op[i].size / 8);
    out->stack |= out->other == REG_RSP;
  }
}

static void parts(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                  const ZydisDecodedOperand *m, struct instruction *out) {
  registers(in, op, out);
  switch (in->mnemonic) {
  case ZYDIS_MNEMONIC_BT:
  case ZYDIS_MNEMONIC_BTS:
  case ZYDIS_MNEMONIC_BTR:
  case ZYDIS_MNEMONIC_BTC:
    out->part = out->other == BASE_NONE ? PART_ALL : PART_BIT;
    break;
  case ZYDIS_MNEMONIC_XSAVE:
  case ZYDIS_MNEMONIC_XSAVE64:
  case ZYDIS_MNEMONIC_XSAVEOPT:
  case ZYDIS_MNEMONIC_XSAVEOPT64:
    out->part = PART_STATE;
    break;
  case ZYDIS_MNEMONIC_XSAVEC:
  case ZYDIS_MNEMONIC_XSAVEC64:
    out->part = PART_COMPACT;
    break;
  case ZYDIS_MNEMONIC_XRSTOR:
  case ZYDIS_MNEMONIC_XRSTOR64:
    out->part = PART_RESTORE;
    break;
  default:
    decode_elements(in, op, m, out);
  }
}

static void describe(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                     struct instruction *out) {
  const ZydisDecodedOperand *m = memory_of(in, op);
  if (!m || !m->size || m->size % 8 || !register_of(m->mem.base, &out->base))
    return;
  out->segment = m->mem.segment == ZYDIS_REGISTER_FS   ? SEGMENT_FS
                 : m->mem.segment == ZYDIS_REGISTER_GS ? SEGMENT_GS
                                                       : SEGMENT_FLAT;
  out->scale = m->mem.scale;
  out->displacement = m->mem.disp.has_displacement ? m->mem.disp.value : 0;
  out->size = m->size / 8;
  out->does = (uint8_t)does(in, m);
  out->size = out->does ? out->size : 1; /* of the cache line only that byte counts */
  out->absolute = m->encoding == ZYDIS_OPERAND_ENCODING_DISP16_32_64;
  out->modrm = out->absolute ? in->raw.disp.offset : in->raw.modrm.offset;
  out->sib = (in->attributes & ZYDIS_ATTRIB_HAS_SIB) != 0;
  out->tail = (uint8_t)(out->modrm + !out->absolute + out->sib + in->raw.disp.size / 8);
  out->index = BASE_NONE;
  if (decode_gather(in, op, m, out))
    return;
  if (m->mem.type != ZYDIS_MEMOP_TYPE_MEM || !register_of(m->mem.index, &out->index))
    return;
  out->kind = kind_of(in, out);
  out->divides = in->mnemonic == ZYDIS_MNEMONIC_DIV || in->mnemonic == ZYDIS_MNEMONIC_IDIV;
  parts(in, op, m, out);
}

static uint32_t changes(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op) {
  uint32_t all = 0;
  for (int i = 0; i < in->operand_count; i++) {
    int8_t number = op[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
                            op[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE
                        ? decode_greg(op[i].reg.value)
                        : BASE_NONE;
    if (number != BASE_NONE)
      all |= 1u << number;
  }
  return all;
}

__attribute__((visibility("default"))) decode_function fencepost_decode;
void fencepost_decode(const void *code, size_t room, struct instruction *out) {
  ZydisDecoder decoder;
  ZydisDecodedInstruction in;
  ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
  memset(out, 0, sizeof *out);
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code, room, &in, op)))
    return;
  memcpy(out->bytes, code, in.length);
  out->length = in.length;
  out->changes = changes(&in, op);
  out->narrow = in.address_width == 32;
  if (!decode_string(&in, op, out) && !decode_hidden(&in, op, out) &&
      !decode_stack(&in, op, out))
    describe(&in, op, out);
}
