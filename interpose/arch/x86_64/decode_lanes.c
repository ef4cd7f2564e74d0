/* decode_lanes.c: which bytes of a loaded vector are used by the code that follows.
 *
 * Instructions are walked through up to the next branch. For each byte of each vector register
 * a note says which byte of the load it comes from. Instructions that move bytes are followed;
 * any other that reads a register uses all that it reads of it. */
#include <string.h>
#include "decode_part.h"

#define STEPS 64 /* instructions */
#define REGISTERS 32
#define BYTES 64
#define LANE 16
#define NONE 0xff

struct vector {
  uint8_t from[BYTES]; /* number of the byte in the load, or NONE */
};

struct lane_walk {
  struct vector reg[REGISTERS];
  uint8_t waits[REGISTERS]; /* the register has bytes of the load that were not used yet */
  const unsigned char (*value)[BYTES]; /* values of vector registers at the load */
  uint8_t changed[REGISTERS];          /* registers that have other values by now */
  unsigned width;                      /* how many bytes of a register matter */
  int first;                           /* the load itself */
  uint64_t used;
};

struct lane_step {
  ZydisDecodedInstruction in;
  ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
  unsigned imm;
  int by_imm;         /* there is one */
  int operands;       /* number of operands without the immediate */
  unsigned size;      /* size of the result in bytes */
  struct vector a, b; /* the vectors that it reads; if there is only one, it is b */
};

static const struct vector nothing = {
    {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
     NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
     NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
     NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
     NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE}};

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
  *out = number < 0 ? nothing : w->reg[number];
  if (op->type == ZYDIS_OPERAND_TYPE_MEMORY && w->first)
    for (unsigned i = 0; i < op->size / 8 && i < BYTES; i++)
      out->from[i] = (uint8_t)i;
}

static void use(struct lane_walk *w, const struct vector *v, unsigned lo, unsigned hi) {
  for (unsigned i = lo; i < hi && i < w->width; i++)
    if (v->from[i] != NONE)
      w->used |= 1ull << v->from[i];
}

/* Instructions that move bytes: `out` is made of a and b. */

static void put(struct vector *out, unsigned to, const struct vector *v, unsigned from,
                unsigned size) {
  memcpy(out->from + to, v->from + from, size);
}

static void unpack(const struct lane_step *s, struct vector *out, unsigned size, int high) {
  for (unsigned lane = 0; lane < s->size; lane += LANE)
    for (unsigned i = 0; i < 8 / size; i++) {
      unsigned from = lane + (high ? 8u : 0u) + i * size, to = lane + 2 * i * size;
      put(out, to, &s->a, from, size);
      put(out, to + size, &s->b, from, size);
    }
}

static void shuffle_pair(const struct lane_step *s, struct vector *out, unsigned size) {
  unsigned imm = s->imm, count = LANE / size, mask = count - 1, bits = size == 8 ? 1 : 2;
  for (unsigned lane = 0; lane < s->size; lane += LANE) {
    imm = size == 8 ? imm : s->imm;
    for (unsigned i = 0; i < count; i++, imm >>= bits)
      put(out, lane + i * size, i < count / 2 ? &s->a : &s->b, lane + (imm & mask) * size,
          size);
  }
}

/* Takes four elements in each lane; the first of them is at `base`. */
static void shuffle_four(const struct lane_step *s, struct vector *out, unsigned size,
                         unsigned base, unsigned lane_size) {
  *out = s->b;
  for (unsigned lane = 0; lane < s->size; lane += lane_size)
    for (unsigned i = 0; i < 4; i++)
      put(out, lane + base + i * size, &s->b, lane + base + (s->imm >> 2 * i & 3) * size, size);
}

static void blend(const struct lane_step *s, struct vector *out, unsigned size) {
  for (unsigned i = 0; i < s->size / size; i++)
    put(out, i * size, s->imm >> i % 8 & 1 ? &s->b : &s->a, i * size, size);
}

static void align(const struct lane_step *s, struct vector *out) {
  for (unsigned i = 0; i < s->size; i++) {
    unsigned lane = i / LANE * LANE, at = i % LANE + s->imm;
    if (at < 2 * LANE)
      put(out, i, at < LANE ? &s->b : &s->a, lane + at % LANE, 1);
  }
}

/* Shifts elements by whole bytes; `up`: to the left. */
static void shift(const struct lane_step *s, struct vector *out, unsigned size, unsigned by,
                  int up) {
  for (unsigned i = 0; i < s->size; i++) {
    unsigned in = i % size;
    if (up ? in >= by : in + by < size)
      put(out, i, &s->b, up ? i - by : i + by, 1);
  }
}

/* Takes the low half of each element of `size` bytes. */
static void pack(const struct lane_step *s, struct vector *out, unsigned size) {
  unsigned half = size / 2;
  for (unsigned lane = 0; lane < s->size; lane += LANE)
    for (unsigned i = 0; i < LANE / half; i++)
      put(out, lane + i * half, i < LANE / size ? &s->a : &s->b, lane + i * size % LANE, half);
}

static void permute_halves(const struct lane_step *s, struct vector *out) {
  for (unsigned i = 0; i < 2; i++) {
    unsigned how = s->imm >> 4 * i;
    if (!(how & 8))
      put(out, i * LANE, how & 2 ? &s->b : &s->a, (how & 1) * LANE, LANE);
  }
}

static void insert_single(const struct lane_step *s, struct vector *out) {
  unsigned from =
      s->op[s->operands - 1].type == ZYDIS_OPERAND_TYPE_MEMORY ? 0 : s->imm >> 6 & 3;
  put(out, 0, &s->a, 0, LANE);
  put(out, (s->imm >> 4 & 3) * 4, &s->b, from * 4, 4);
  for (unsigned i = 0; i < 4; i++)
    if (s->imm >> i & 1)
      put(out, i * 4, &nothing, 0, 4);
}

/* Takes the two halves of a lane; or the first element from one vector and the rest from
 * another. */
static void halves(struct vector *out, const struct vector *low, unsigned low_from,
                   const struct vector *high, unsigned high_from) {
  put(out, 0, low, low_from, 8);
  put(out, 8, high, high_from, 8);
}

static void first_element(const struct lane_step *s, struct vector *out, unsigned size) {
  int from_memory = s->op[1].type == ZYDIS_OPERAND_TYPE_MEMORY;
  put(out, 0, from_memory ? &nothing : &s->a, 0, LANE);
  put(out, 0, &s->b, 0, size);
}

static void duplicate(const struct lane_step *s, struct vector *out, unsigned size,
                      unsigned odd) {
  for (unsigned i = 0; i < s->size / size; i++)
    put(out, i * size, &s->b, (i & ~1u) * size + odd * size, size);
}

static void either(const struct lane_step *s, struct vector *out) {
  for (unsigned i = 0; i < s->size; i++)
    put(out, i, s->a.from[i] == NONE ? &s->b : &s->a, i, 1);
}

/* The mnemonics of SSE, each with that of VEX beside it. */
#define BOTH(name)                                                                             \
  case ZYDIS_MNEMONIC_##name:                                                                  \
  case ZYDIS_MNEMONIC_V##name
#define DO(name, what)                                                                         \
  BOTH(name) : what;                                                                           \
  return 1;

static int move_pairs(const struct lane_step *s, struct vector *out) {
  switch (s->in.mnemonic) {
    DO(SHUFPS, shuffle_pair(s, out, 4))
    DO(SHUFPD, shuffle_pair(s, out, 8))
    DO(UNPCKLPS, unpack(s, out, 4, 0))
    DO(UNPCKHPS, unpack(s, out, 4, 1))
    DO(UNPCKLPD, unpack(s, out, 8, 0))
    DO(UNPCKHPD, unpack(s, out, 8, 1))
    DO(PUNPCKLBW, unpack(s, out, 1, 0))
    DO(PUNPCKHBW, unpack(s, out, 1, 1))
    DO(PUNPCKLWD, unpack(s, out, 2, 0))
    DO(PUNPCKHWD, unpack(s, out, 2, 1))
    DO(PUNPCKLDQ, unpack(s, out, 4, 0))
    DO(PUNPCKHDQ, unpack(s, out, 4, 1))
    DO(PUNPCKLQDQ, unpack(s, out, 8, 0))
    DO(PUNPCKHQDQ, unpack(s, out, 8, 1))
    DO(BLENDPS, blend(s, out, 4))
    DO(BLENDPD, blend(s, out, 8))
    DO(PBLENDW, blend(s, out, 2))
    DO(PALIGNR, align(s, out))
    DO(PACKUSWB, pack(s, out, 2))
    DO(PACKSSWB, pack(s, out, 2))
    DO(PACKUSDW, pack(s, out, 4))
    DO(PACKSSDW, pack(s, out, 4))
    DO(INSERTPS, insert_single(s, out))
    DO(PAND, either(s, out))
    DO(ANDPS, either(s, out))
    DO(ANDPD, either(s, out))
    DO(MOVLHPS, halves(out, &s->a, 0, &s->b, 0))
    DO(MOVHLPS, halves(out, &s->b, 8, &s->a, 8))
    DO(MOVHPS, halves(out, &s->a, 0, &s->b, 0))
    DO(MOVHPD, halves(out, &s->a, 0, &s->b, 0))
    DO(MOVLPS, halves(out, &s->b, 0, &s->a, 8))
    DO(MOVLPD, halves(out, &s->b, 0, &s->a, 8))
    DO(MOVSS, first_element(s, out, 4))
    DO(MOVSD, first_element(s, out, 8))
  case ZYDIS_MNEMONIC_VPBLENDD:
    blend(s, out, 4);
    return 1;
  case ZYDIS_MNEMONIC_VPERM2F128:
  case ZYDIS_MNEMONIC_VPERM2I128:
    permute_halves(s, out);
    return 1;
  case ZYDIS_MNEMONIC_VINSERTF128:
  case ZYDIS_MNEMONIC_VINSERTI128:
    put(out, 0, &s->a, 0, 2 * LANE);
    put(out, (s->imm & 1) * LANE, &s->b, 0, LANE);
    return 1;
  default:
    return 0;
  }
}

static int shift_bytes(const struct lane_step *s, struct vector *out, unsigned size, int up) {
  unsigned by = size == LANE ? s->imm : s->imm / 8;
  if (!s->by_imm || (size < LANE && s->imm % 8))
    return 0;
  shift(s, out, size, by < size ? by : size, up);
  return 1;
}

static int move_single(const struct lane_step *s, struct vector *out) {
  switch (s->in.mnemonic) {
    DO(PSHUFD, shuffle_four(s, out, 4, 0, LANE))
    DO(PSHUFLW, shuffle_four(s, out, 2, 0, LANE))
    DO(PSHUFHW, shuffle_four(s, out, 2, 8, LANE))
    DO(MOVDDUP, duplicate(s, out, 8, 0))
    DO(MOVSLDUP, duplicate(s, out, 4, 0))
    DO(MOVSHDUP, duplicate(s, out, 4, 1))
    BOTH(PSRLDQ) : return shift_bytes(s, out, LANE, 0);
    BOTH(PSLLDQ) : return shift_bytes(s, out, LANE, 1);
    BOTH(PSRLW) : return shift_bytes(s, out, 2, 0);
    BOTH(PSRLD) : return shift_bytes(s, out, 4, 0);
    BOTH(PSRLQ) : return shift_bytes(s, out, 8, 0);
    BOTH(PSLLW) : return shift_bytes(s, out, 2, 1);
    BOTH(PSLLD) : return shift_bytes(s, out, 4, 1);
    BOTH(PSLLQ) : return shift_bytes(s, out, 8, 1);
  case ZYDIS_MNEMONIC_VPERMILPS:
    if (s->by_imm)
      shuffle_four(s, out, 4, 0, LANE);
    return s->by_imm;
  case ZYDIS_MNEMONIC_VPERMQ:
  case ZYDIS_MNEMONIC_VPERMPD:
    if (s->by_imm)
      shuffle_four(s, out, 8, 0, 2 * LANE);
    return s->by_imm;
  case ZYDIS_MNEMONIC_VEXTRACTF128:
  case ZYDIS_MNEMONIC_VEXTRACTI128:
    put(out, 0, &s->b, (s->imm & 1) * LANE, LANE);
    return 1;
  default:
    return 0;
  }
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
      put(out, i, &s->a, i / LANE * LANE + index[i] % LANE, 1);
  for (unsigned i = 0; index && !bytes && i < s->size / 4; i++)
    put(out, i * 4, &s->b, index[i * 4] % (s->size / 4) * 4, 4);
  return 1;
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

/* Returns whether the instruction only moves bytes from vectors into one. */
static int moves(const struct lane_walk *w, struct lane_step *s, struct vector *out) {
  const ZydisDecodedOperand *b = &s->op[s->operands - 1];
  if (s->operands < 2 || number_of(&s->op[0]) < 0 || is_masked(s) ||
      (number_of(b) < 0 && b->type != ZYDIS_OPERAND_TYPE_MEMORY))
    return 0;
  fetch(w, &s->op[s->operands - 2], &s->a);
  fetch(w, b, &s->b);
  s->size = s->op[0].size / 8;
  if (is_copy(s->in.mnemonic)) {
    put(out, 0, &s->b, 0, b->size / 8 < s->size ? b->size / 8 : s->size);
    return 1;
  }
  return move_pairs(s, out) || move_single(s, out) || pick(w, s, out) ||
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
      w->reg[number] = nothing;
  }
}

/* If the vectors have 8 bytes, the other half of a register means nothing until two are put
 * together. */
static void halves_matter(struct lane_walk *w, const struct lane_step *s) {
  switch (s->in.mnemonic) {
    BOTH(MOVQ) : w->width = w->first ? 8 : w->width;
    break;
    BOTH(PUNPCKLQDQ) : BOTH(UNPCKLPD) : BOTH(MOVLHPS) : w->width = BYTES;
    break;
  default:
    break;
  }
}

static void follow(struct lane_walk *w, struct lane_step *s) {
  struct vector out = nothing;
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
    w.reg[i] = nothing;
  for (int i = 0; i < STEPS && step_at((const uint8_t *)code + at, room - at, &s); i++) {
    if (w.first && number_of(&s.op[0]) < 0)
      return LANES_ALL;
    follow(&w, &s);
    w.first = 0;
    at += s.in.length;
  }
  return w.first ? LANES_ALL : result(&w);
}
