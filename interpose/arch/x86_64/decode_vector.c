/* decode_vector.c: instructions that access some elements of memory. */
#include "decode_part.h"

uint8_t decode_number(ZydisRegister r) {
  return (uint8_t)ZydisRegisterGetId(r);
}

static int is_packed(ZydisInstructionCategory category) {
  return category == ZYDIS_CATEGORY_COMPRESS || category == ZYDIS_CATEGORY_EXPAND;
}

/* These classes of exceptions suppress no fault of an element that is masked off. */
static int faults_anyway(ZydisExceptionClass class) {
  switch (class) {
  case ZYDIS_EXCEPTION_CLASS_E1NF:
  case ZYDIS_EXCEPTION_CLASS_E2NF:
  case ZYDIS_EXCEPTION_CLASS_E3NF:
  case ZYDIS_EXCEPTION_CLASS_E4NF:
  case ZYDIS_EXCEPTION_CLASS_E5NF:
  case ZYDIS_EXCEPTION_CLASS_E6NF:
  case ZYDIS_EXCEPTION_CLASS_E9NF:
  case ZYDIS_EXCEPTION_CLASS_E10NF:
  case ZYDIS_EXCEPTION_CLASS_E11NF:
    return 1;
  default:
    return 0;
  }
}

static void opmask(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                   const ZydisDecodedOperand *m, struct instruction *out) {
  ZydisRegister k = in->avx.mask.reg;
  int register_first = op[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
                       ZydisRegisterGetClass(op[0].reg.value) != ZYDIS_REGCLASS_MASK;
  unsigned bits =
      register_first ? op[0].element_count : in->avx.vector_length / (unsigned)m->element_size;
  int loads = (out->does & INSTRUCTION_STORES) == 0;
  out->unmasked = (uint8_t)faults_anyway(in->meta.exception_class);
  /* also used where the elements in memory are not those of the mask */
  out->unmasked |= !in->avx.broadcast.mode && bits < m->element_count;
  out->unmasked |= in->meta.category == ZYDIS_CATEGORY_GFNI;
  if (loads && out->unmasked)
    return;
  out->part = is_packed(in->meta.category) ? PART_PACKED : PART_MASK;
  out->mask = decode_number(k);
  out->element = (uint8_t)(m->element_size / 8);
  out->elements = (uint8_t)m->element_count;
  out->bits = (uint8_t)(in->avx.broadcast.mode ? bits : m->element_count);
}

void decode_elements(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                     const ZydisDecodedOperand *m, struct instruction *out) {
  switch (in->mnemonic) {
  case ZYDIS_MNEMONIC_VMASKMOVPS:
  case ZYDIS_MNEMONIC_VMASKMOVPD:
  case ZYDIS_MNEMONIC_VPMASKMOVD:
  case ZYDIS_MNEMONIC_VPMASKMOVQ:
    out->part = PART_SIGNS;
    out->mask = decode_number(op[1].reg.value);
    out->element = (uint8_t)(m->element_size / 8);
    out->elements = (uint8_t)m->element_count;
    return;
  default:
    if (in->avx.mask.reg != ZYDIS_REGISTER_NONE && in->avx.mask.reg != ZYDIS_REGISTER_K0)
      opmask(in, op, m, out);
  }
}

static uint8_t index_size(ZydisMnemonic m) {
  switch (m) {
  case ZYDIS_MNEMONIC_VGATHERDPD:
  case ZYDIS_MNEMONIC_VGATHERDPS:
  case ZYDIS_MNEMONIC_VPGATHERDD:
  case ZYDIS_MNEMONIC_VPGATHERDQ:
  case ZYDIS_MNEMONIC_VSCATTERDPD:
  case ZYDIS_MNEMONIC_VSCATTERDPS:
  case ZYDIS_MNEMONIC_VPSCATTERDD:
  case ZYDIS_MNEMONIC_VPSCATTERDQ:
    return 4;
  case ZYDIS_MNEMONIC_VGATHERQPD:
  case ZYDIS_MNEMONIC_VGATHERQPS:
  case ZYDIS_MNEMONIC_VPGATHERQD:
  case ZYDIS_MNEMONIC_VPGATHERQQ:
  case ZYDIS_MNEMONIC_VSCATTERQPD:
  case ZYDIS_MNEMONIC_VSCATTERQPS:
  case ZYDIS_MNEMONIC_VPSCATTERQD:
  case ZYDIS_MNEMONIC_VPSCATTERQQ:
    return 8;
  default:
    return 0;
  }
}

static unsigned bytes_of(ZydisRegister r) {
  return ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, r) / 8u;
}

int decode_gather(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                  const ZydisDecodedOperand *m, struct instruction *out) {
  out->index_size = index_size(in->mnemonic);
  if (m->mem.type != ZYDIS_MEMOP_TYPE_VSIB || !out->index_size)
    return 0;
  int stores = m == op;
  out->vex = in->encoding == ZYDIS_INSTRUCTION_ENCODING_VEX;
  ZydisRegister data = op[stores ? 2 : 0].reg.value, mask = op[out->vex ? 2 : 1].reg.value;
  out->kind = stores ? INSTRUCTION_SCATTER : INSTRUCTION_GATHER;
  out->does = stores ? INSTRUCTION_STORES : INSTRUCTION_LOADS;
  out->element = (uint8_t)(m->element_size / 8);
  out->data = decode_number(data);
  out->mask = decode_number(mask);
  out->indices = decode_number(m->mem.index);
  unsigned by_index = bytes_of(m->mem.index) / out->index_size;
  unsigned by_data = bytes_of(data) / out->element;
  out->elements = (uint8_t)(by_index < by_data ? by_index : by_data);
  return 1;
}
