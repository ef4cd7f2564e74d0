/* decode.c: libfencepost-decode.so. */
#define _GNU_SOURCE
#include "decode.h"
#include <Zydis/Zydis.h>
#include <string.h>
#include <ucontext.h>

static const int8_t gregs[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                 REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                 REG_R12, REG_R13, REG_R14, REG_R15};

/* Returns whether the register is one that we can read. */
static int register_of(ZydisRegister r, int8_t *number) {
  if (r == ZYDIS_REGISTER_NONE)
    *number = BASE_NONE;
  else if (r == ZYDIS_REGISTER_RIP)
    *number = BASE_RIP;
  else if (r >= ZYDIS_REGISTER_RAX && r <= ZYDIS_REGISTER_R15)
    *number = gregs[r - ZYDIS_REGISTER_RAX];
  else
    return 0;
  return 1;
}

static int string_of(const ZydisDecodedInstruction *in) {
  if (in->meta.category != ZYDIS_CATEGORY_STRINGOP)
    return -1;
  switch (in->mnemonic) {
#define SIZES(name, what)                                                                      \
  case ZYDIS_MNEMONIC_##name##B:                                                               \
  case ZYDIS_MNEMONIC_##name##W:                                                               \
  case ZYDIS_MNEMONIC_##name##D:                                                               \
  case ZYDIS_MNEMONIC_##name##Q:                                                               \
    return what;
    SIZES(MOVS, STRING_MOVS)
    SIZES(STOS, STRING_STOS)
    SIZES(LODS, STRING_LODS)
    SIZES(CMPS, STRING_CMPS)
    SIZES(SCAS, STRING_SCAS)
#undef SIZES
  default:
    return -1;
  }
}

static void describe_string(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                            int string, struct instruction *out) {
  for (int i = 0; i < in->operand_count; i++)
    if (op[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
      out->size = op[i].size / 8;
  out->string = (uint8_t)string;
  out->repeat = in->attributes & ZYDIS_ATTRIB_HAS_REPNE ? REPEAT_UNEQUAL
                : in->attributes & (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE) ? REPEAT
                                                                                  : REPEAT_NO;
  out->kind = INSTRUCTION_STRING;
}

static int does(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op) {
  int what = 0;
  if (op->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
    what |= INSTRUCTION_LOADS;
  if (op->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
    what |= INSTRUCTION_STORES;
  if (in->attributes & ZYDIS_ATTRIB_HAS_LOCK || in->mnemonic == ZYDIS_MNEMONIC_XCHG)
    what |= INSTRUCTION_ATOMIC;
  return what;
}

static int is_masked(const ZydisDecodedInstruction *in) {
  switch (in->mnemonic) {
  case ZYDIS_MNEMONIC_VMASKMOVPS:
  case ZYDIS_MNEMONIC_VMASKMOVPD:
  case ZYDIS_MNEMONIC_VPMASKMOVD:
  case ZYDIS_MNEMONIC_VPMASKMOVQ:
    return 1;
  default:
    return in->avx.mask.reg != ZYDIS_REGISTER_NONE && in->avx.mask.reg != ZYDIS_REGISTER_K0;
  }
}

/* The operand that names memory, if it is the only one; hidden ones are of the stack. */
static const ZydisDecodedOperand *memory_of(const ZydisDecodedInstruction *in,
                                            const ZydisDecodedOperand *op) {
  const ZydisDecodedOperand *found = NULL;
  for (int i = 0; i < in->operand_count; i++) {
    if (op[i].type != ZYDIS_OPERAND_TYPE_MEMORY || op[i].mem.type == ZYDIS_MEMOP_TYPE_AGEN)
      continue;
    if (op[i].visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN) {
      if (op[i].mem.base != ZYDIS_REGISTER_RSP)
        return NULL;
      continue;
    }
    if (found || op[i].mem.type != ZYDIS_MEMOP_TYPE_MEM ||
        op[i].encoding != ZYDIS_OPERAND_ENCODING_MODRM_RM)
      return NULL;
    found = &op[i];
  }
  return found;
}

static int plain_segment(ZydisRegister segment) {
  return segment != ZYDIS_REGISTER_FS && segment != ZYDIS_REGISTER_GS;
}

static void describe_plain(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                           struct instruction *out) {
  const ZydisDecodedOperand *m = memory_of(in, op);
  if (!m || !plain_segment(m->mem.segment) || !m->size || m->size % 8 ||
      !register_of(m->mem.base, &out->base) || !register_of(m->mem.index, &out->index))
    return;
  out->scale = m->mem.scale;
  out->displacement = m->mem.disp.has_displacement ? m->mem.disp.value : 0;
  out->size = m->size / 8;
  out->does = (uint8_t)does(in, m);
  out->masked = (uint8_t)is_masked(in);
  out->modrm = in->raw.modrm.offset;
  out->sib = (in->attributes & ZYDIS_ATTRIB_HAS_SIB) != 0;
  out->tail = (uint8_t)(out->modrm + 1 + out->sib + in->raw.disp.size / 8);
  switch (in->meta.category) {
  case ZYDIS_CATEGORY_CALL:
    out->kind = INSTRUCTION_CALL;
    break;
  case ZYDIS_CATEGORY_UNCOND_BR:
    out->kind = INSTRUCTION_JUMP;
    break;
  default:
    out->kind =
        in->meta.branch_type == ZYDIS_BRANCH_TYPE_NONE ? INSTRUCTION_PLAIN : INSTRUCTION_OTHER;
  }
  if (out->kind != INSTRUCTION_PLAIN && out->size != 8)
    out->kind = INSTRUCTION_OTHER;
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
  int string = string_of(&in);
  if (in.address_width != 64)
    return;
  if (string >= 0 && !(in.attributes & ZYDIS_ATTRIB_HAS_SEGMENT))
    describe_string(&in, op, string, out);
  else if (string < 0 && in.attributes & ZYDIS_ATTRIB_HAS_MODRM)
    describe_plain(&in, op, out);
}
