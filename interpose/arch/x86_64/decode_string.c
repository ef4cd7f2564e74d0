/* decode_string.c: instructions whose operands are not written out. */
#include "decode_part.h"

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

static uint8_t segment_of(const ZydisDecodedInstruction *in) {
  return in->attributes & ZYDIS_ATTRIB_HAS_SEGMENT_FS   ? SEGMENT_FS
         : in->attributes & ZYDIS_ATTRIB_HAS_SEGMENT_GS ? SEGMENT_GS
                                                        : SEGMENT_FLAT;
}

int decode_string(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                  struct instruction *out) {
  int string = string_of(in);
  if (string < 0)
    return 0;
  for (int i = 0; i < in->operand_count; i++)
    if (op[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
      out->size = op[i].size / 8;
  out->string = (uint8_t)string;
  out->repeat = in->attributes & ZYDIS_ATTRIB_HAS_REPNE ? REPEAT_UNEQUAL
                : in->attributes & (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE) ? REPEAT
                                                                                  : REPEAT_NO;
  out->segment = segment_of(in);
  out->kind = INSTRUCTION_STRING;
  return 1;
}

int decode_hidden(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                  struct instruction *out) {
  out->segment = segment_of(in);
  out->element = out->size = 1;
  switch (in->mnemonic) {
  case ZYDIS_MNEMONIC_XLAT:
    out->kind = INSTRUCTION_XLAT;
    out->does = INSTRUCTION_LOADS;
    return 1;
  case ZYDIS_MNEMONIC_MASKMOVQ:
  case ZYDIS_MNEMONIC_MASKMOVDQU:
  case ZYDIS_MNEMONIC_VMASKMOVDQU:
    out->kind = INSTRUCTION_MASKMOV;
    out->does = INSTRUCTION_STORES;
    out->mmx = in->mnemonic == ZYDIS_MNEMONIC_MASKMOVQ;
    out->elements = out->mmx ? 8 : 16;
    out->data = decode_number(op[0].reg.value);
    out->mask = decode_number(op[1].reg.value);
    return 1;
  default:
    return 0;
  }
}
