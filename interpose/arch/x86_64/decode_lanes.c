/* decode_lanes.c: which bytes of a loaded vector are used by the code that follows.
 *
 * Instructions are walked through up to the next branch. For each byte of each vector register
 * a note says which byte of the load it comes from. Instructions that move bytes are followed,
 * and those that compute each element from a single byte of the load; any other that reads a
 * register uses all that it reads of it. */
#include "decode_lanes_part.h"

#define STEPS 64 /* instructions */
#define REGISTERS 32

struct lane_walk {
  struct vector reg[REGISTERS];
  uint8_t waits[REGISTERS]; /* the register has bytes of the load that were not used yet */
  const unsigned char (*value)[BYTES]; /* values of vector registers at the load */
  uint8_t changed[REGISTERS];          /* registers that have other values by now */
  unsigned width;                      /* how many bytes of a register matter */
  int first;                           /* the load itself */
  uint64_t used;
};

/* Returns the number of a vector register, or -1. */
static int number_of(const ZydisDecodedOperand *op) {
  if (op->type != ZYDIS_OPERAND_TYPE_REGISTER)
    return -1;
  switch (ZydisRegisterGetClass(op->reg.value)) {
  case ZYDIS_REGCLASS_XMM:
  case ZYDIS_REGCLASS_YMM:
  case ZYDIS_REGCLASS_ZMM:
    return decode_number(op->reg.value) % REGISTERS;
  default:
    return -1;
  }
}

static void fetch(const struct lane_walk *w, const ZydisDecodedOperand *op,
                  struct vector *out) {
  int number = number_of(op);
  *out = number < 0 ? lanes_nothing : w->reg[number];
  if (op->type == ZYDIS_OPERAND_TYPE_MEMORY && w->first)
    for (unsigned i = 0; i < op->size / 8 && i < BYTES; i++)
      out->from[i] = (uint8_t)i;
}

static void use(struct lane_walk *w, const struct vector *v, unsigned lo, unsigned hi) {
  for (unsigned i = lo; i < hi && i < w->width; i++)
    if (v->from[i] != NONE)
      w->used |= 1ull << v->from[i];
}

static int is_copy(ZydisMnemonic m) {
  switch (m) {
    BOTH(MOVAPS)
        : BOTH(MOVAPD)
        : BOTH(MOVUPS)
        : BOTH(MOVUPD)
        : BOTH(MOVDQA)
        : BOTH(MOVDQU)
        : BOTH(LDDQU)
        : case ZYDIS_MNEMONIC_VMOVDQA32 : case ZYDIS_MNEMONIC_VMOVDQA64
        : case ZYDIS_MNEMONIC_VMOVDQU8 : case ZYDIS_MNEMONIC_VMOVDQU16
        : case ZYDIS_MNEMONIC_VMOVDQU32 : case ZYDIS_MNEMONIC_VMOVDQU64 : BOTH(MOVQ)
        : BOTH(MOVD) : return 1;
  default:
    return 0;
  }
}

/* Returns what a register holds; NULL: that is not known here. */
static const unsigned char *value_of(const struct lane_walk *w, const ZydisDecodedOperand *op) {
  int number = number_of(op);
  return number < 0 || w->changed[number] ? NULL : w->value[number];
}

/* Picks bytes, or elements of 4 bytes, by the indices in another vector. */
static int pick(const struct lane_walk *w, const struct lane_step *s, struct vector *out) {
  int bytes =
      s->in.mnemonic == ZYDIS_MNEMONIC_PSHUFB || s->in.mnemonic == ZYDIS_MNEMONIC_VPSHUFB;
  const unsigned char *index = value_of(w, &s->op[s->operands - (bytes ? 1 : 2)]);
  if (!bytes && s->in.mnemonic != ZYDIS_MNEMONIC_VPERMD &&
      s->in.mnemonic != ZYDIS_MNEMONIC_VPERMPS)
    return 0;
  for (unsigned i = 0; index && bytes && i < s->size; i++)
    if (!(index[i] & 0x80))
      lanes_put(out, i, &s->a, i / LANE * LANE + index[i] % LANE, 1);
  for (unsigned i = 0; index && !bytes && i < s->size / 4; i++)
    lanes_put(out, i * 4, &s->b, index[i * 4] % (s->size / 4) * 4, 4);
  return 1;
}

/* Computes each element of `size` bytes from those at the same place. One that comes from
 * several bytes of the load uses them. */
static int compute(struct lane_walk *w, const struct lane_step *s, struct vector *out,
                   unsigned size) {
  for (unsigned at = 0; at < s->size; at += size) {
    uint8_t from = NONE;
    int several = 0;
    for (unsigned i = at; i < at + size; i++) {
      uint8_t a = s->a.from[i], b = s->b.from[i];
      from = from != NONE ? from : a != NONE ? a : b;
      several |= (a != NONE && a != from) || (b != NONE && b != from);
    }
    if (several) {
      use(w, &s->a, at, at + size);
      use(w, &s->b, at, at + size);
    }
    memset(out->from + at, several ? NONE : from, size);
  }
  return 1;
}

static int computes(struct lane_walk *w, const struct lane_step *s, struct vector *out) {
  switch (s->in.mnemonic) {
    BOTH(PAND) : BOTH(ANDPS) : BOTH(ANDPD) : BOTH(PADDB) : return compute(w, s, out, 1);
    BOTH(PADDW) : BOTH(PMULLW) : return compute(w, s, out, 2);
    BOTH(PADDD) : BOTH(PMULLD) : return compute(w, s, out, 4);
  default:
    return 0;
  }
}

/* Which bytes it takes depends on another vector, and that is not followed. */
static int is_by_indices(ZydisMnemonic m) {
  switch (m) {
    BOTH(PSHUFB)
        : case ZYDIS_MNEMONIC_VPERMD : case ZYDIS_MNEMONIC_VPERMPS : case ZYDIS_MNEMONIC_VPERMQ
        : case ZYDIS_MNEMONIC_VPERMPD : case ZYDIS_MNEMONIC_VPERMW
        : case ZYDIS_MNEMONIC_VPERMILPS : case ZYDIS_MNEMONIC_VPERMILPD
        : case ZYDIS_MNEMONIC_VPERMT2D : case ZYDIS_MNEMONIC_VPERMT2Q
        : case ZYDIS_MNEMONIC_VPERMT2PS : case ZYDIS_MNEMONIC_VPERMT2PD
        : case ZYDIS_MNEMONIC_VPERMT2W : case ZYDIS_MNEMONIC_VPERMI2D
        : case ZYDIS_MNEMONIC_VPERMI2Q : case ZYDIS_MNEMONIC_VPERMI2PS
        : case ZYDIS_MNEMONIC_VPERMI2PD : case ZYDIS_MNEMONIC_VPERMI2W : return 1;
  default:
    return 0;
  }
}

static int is_masked(const struct lane_step *s) {
  return s->in.avx.mask.reg != ZYDIS_REGISTER_NONE && s->in.avx.mask.reg != ZYDIS_REGISTER_K0;
}

/* These take an element from a general register, too. */
static int inserts(ZydisMnemonic m) {
  switch (m) {
    BOTH(PINSRB) : BOTH(PINSRW) : BOTH(PINSRD) : BOTH(PINSRQ) : return 1;
  default:
    return 0;
  }
}

/* Returns whether the instruction only makes one vector, with what is followed of others. */
static int moves(struct lane_walk *w, struct lane_step *s, struct vector *out) {
  const ZydisDecodedOperand *b = &s->op[s->operands - 1];
  if (s->operands < 2 || number_of(&s->op[0]) < 0 || is_masked(s) ||
      (number_of(b) < 0 && b->type != ZYDIS_OPERAND_TYPE_MEMORY && !inserts(s->in.mnemonic)))
    return 0;
  fetch(w, &s->op[s->operands - 2], &s->a);
  fetch(w, b, &s->b);
  s->size = s->op[0].size / 8;
  if (is_copy(s->in.mnemonic)) {
    lanes_put(out, 0, &s->b, 0, b->size / 8 < s->size ? b->size / 8 : s->size);
    return 1;
  }
  return lanes_move(s, out) || computes(w, s, out) || pick(w, s, out) ||
         is_by_indices(s->in.mnemonic);
}

static int is_zero(const struct lane_step *s) {
  int n = s->operands;
  return (s->in.mnemonic == ZYDIS_MNEMONIC_PXOR || s->in.mnemonic == ZYDIS_MNEMONIC_VPXOR ||
          s->in.mnemonic == ZYDIS_MNEMONIC_XORPS || s->in.mnemonic == ZYDIS_MNEMONIC_VXORPS ||
          s->in.mnemonic == ZYDIS_MNEMONIC_XORPD || s->in.mnemonic == ZYDIS_MNEMONIC_VXORPD) &&
         n >= 2 && number_of(&s->op[n - 1]) == number_of(&s->op[n - 2]);
}

/* Anything else. */
static void uses(struct lane_walk *w, const struct lane_step *s) {
  struct vector v;
  int high =
      s->in.mnemonic == ZYDIS_MNEMONIC_MOVHPS || s->in.mnemonic == ZYDIS_MNEMONIC_MOVHPD ||
      s->in.mnemonic == ZYDIS_MNEMONIC_VMOVHPS || s->in.mnemonic == ZYDIS_MNEMONIC_VMOVHPD;
  for (int i = 0; i < s->in.operand_count && !is_zero(s); i++) {
    const ZydisDecodedOperand *op = &s->op[i];
    unsigned size = op->element_size * op->element_count / 8u;
    fetch(w, op, &v);
    if (op->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
      use(w, &v, high ? 8 : 0, high ? 16 : size ? size : op->size / 8u);
  }
  for (int i = 0; i < s->in.operand_count; i++) {
    int number = number_of(&s->op[i]);
    if (number >= 0 && s->op[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
      w->reg[number] = lanes_nothing;
  }
}

static int holds_any(const struct lane_walk *w, const ZydisDecodedOperand *op) {
  struct vector v;
  fetch(w, op, &v);
  return memcmp(&v, &lanes_nothing, sizeof v) != 0;
}

/* Puts elements of two vectors together, of which one has bytes of the load. */
static int joins(const struct lane_walk *w, const struct lane_step *s) {
  const ZydisDecodedOperand *b = &s->op[s->operands - 1], *a = b - 1;
  switch (s->in.mnemonic) {
    BOTH(PUNPCKLQDQ) : BOTH(UNPCKLPD) : BOTH(MOVLHPS) : break;
    BOTH(SHUFPS) : if (number_of(a) == number_of(b)) return 0;
    break;
  default:
    return 0;
  }
  return holds_any(w, a) || holds_any(w, b);
}

/* If the vectors have 8 bytes, the other half of a register means nothing until two are put
 * together. */
static void halves_matter(struct lane_walk *w, const struct lane_step *s) {
  if (w->first &&
      (s->in.mnemonic == ZYDIS_MNEMONIC_MOVQ || s->in.mnemonic == ZYDIS_MNEMONIC_VMOVQ))
    w->width = 8;
  else if (joins(w, s))
    w->width = BYTES;
}

static void follow(struct lane_walk *w, struct lane_step *s) {
  struct vector out = lanes_nothing;
  int only_moves = moves(w, s, &out), to = number_of(&s->op[0]);
  halves_matter(w, s);
  if (!only_moves)
    uses(w, s);
  for (int i = 0; i < s->in.operand_count; i++) {
    unsigned number = (unsigned)number_of(&s->op[i]);
    if (number < REGISTERS) {
      w->waits[number] = 0;
      w->changed[number] |= (s->op[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
    }
  }
  if (only_moves) {
    w->reg[to] = out;
    w->waits[to] = 1;
  }
}

/* Bytes that are in a register when the walk ends, and were not used so far, count as used:
 * code further on may use them. */
static uint64_t result(struct lane_walk *w) {
  for (int i = 0; i < REGISTERS; i++)
    if (w->waits[i])
      use(w, &w->reg[i], 0, BYTES);
  return w->used;
}

static int step_at(const uint8_t *code, size_t room, struct lane_step *s) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code, room, &s->in, s->op)))
    return 0;
  s->operands = s->in.operand_count_visible;
  s->by_imm = s->operands && s->op[s->operands - 1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
  if (s->by_imm)
    s->imm = (unsigned)s->op[--s->operands].imm.value.u & 0xff;
  return s->in.meta.branch_type == ZYDIS_BRANCH_TYPE_NONE &&
         s->in.meta.category != ZYDIS_CATEGORY_RET &&
         s->in.meta.category != ZYDIS_CATEGORY_CALL;
}

__attribute__((visibility("default"))) lanes_function fencepost_lanes;
uint64_t fencepost_lanes(const void *code, size_t room,
                         const unsigned char vector[LANES_VECTORS][BYTES]) {
  struct lane_walk w = {.first = 1, .width = BYTES, .value = vector};
  struct lane_step s = {0};
  size_t at = 0;
  for (int i = 0; i < REGISTERS; i++)
    w.reg[i] = lanes_nothing;
  for (int i = 0; i < STEPS && step_at((const uint8_t *)code + at, room - at, &s); i++) {
    if (w.first && number_of(&s.op[0]) < 0)
      return LANES_ALL;
    follow(&w, &s);
    w.first = 0;
    at += s.in.length;
  }
  return w.first ? LANES_ALL : result(&w);
}
