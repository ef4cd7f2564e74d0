/* decode_lanes_move.c: instructions that only move bytes, by their code alone: which byte of
 * the vectors that they read is where in the one that they make. */
#include "decode_lanes_part.h"

const struct vector lanes_nothing = {{[0 ... BYTES - 1] = NONE}};

static void unpack(const struct lane_step *s, struct vector *out, unsigned size, int high) {
  for (unsigned lane = 0; lane < s->size; lane += LANE)
    for (unsigned i = 0; i < 8 / size; i++) {
      unsigned from = lane + (high ? 8u : 0u) + i * size, to = lane + 2 * i * size;
      lanes_put(out, to, &s->a, from, size);
      lanes_put(out, to + size, &s->b, from, size);
    }
}

static void shuffle_pair(const struct lane_step *s, struct vector *out, unsigned size) {
  unsigned imm = s->imm, count = LANE / size, mask = count - 1, bits = size == 8 ? 1 : 2;
  for (unsigned lane = 0; lane < s->size; lane += LANE) {
    imm = size == 8 ? imm : s->imm;
    for (unsigned i = 0; i < count; i++, imm >>= bits)
      lanes_put(out, lane + i * size, i < count / 2 ? &s->a : &s->b, lane + (imm & mask) * size,
                size);
  }
}

/* Takes four elements in each lane; the first of them is at `base`. */
static void shuffle_four(const struct lane_step *s, struct vector *out, unsigned size,
                         unsigned base, unsigned lane_size) {
  *out = s->b;
  for (unsigned lane = 0; lane < s->size; lane += lane_size)
    for (unsigned i = 0; i < 4; i++)
      lanes_put(out, lane + base + i * size, &s->b, lane + base + (s->imm >> 2 * i & 3) * size,
                size);
}

static void blend(const struct lane_step *s, struct vector *out, unsigned size) {
  for (unsigned i = 0; i < s->size / size; i++)
    lanes_put(out, i * size, s->imm >> i % 8 & 1 ? &s->b : &s->a, i * size, size);
}

static void align(const struct lane_step *s, struct vector *out) {
  for (unsigned i = 0; i < s->size; i++) {
    unsigned lane = i / LANE * LANE, at = i % LANE + s->imm;
    if (at < 2 * LANE)
      lanes_put(out, i, at < LANE ? &s->b : &s->a, lane + at % LANE, 1);
  }
}

/* Shifts elements by whole bytes; `up`: to the left. */
static void shift(const struct lane_step *s, struct vector *out, unsigned size, unsigned by,
                  int up) {
  for (unsigned i = 0; i < s->size; i++) {
    unsigned in = i % size;
    if (up ? in >= by : in + by < size)
      lanes_put(out, i, &s->b, up ? i - by : i + by, 1);
  }
}

/* Takes the low half of each element of `size` bytes. */
static void pack(const struct lane_step *s, struct vector *out, unsigned size) {
  unsigned half = size / 2;
  for (unsigned lane = 0; lane < s->size; lane += LANE)
    for (unsigned i = 0; i < LANE / half; i++)
      lanes_put(out, lane + i * half, i < LANE / size ? &s->a : &s->b, lane + i * size % LANE,
                half);
}

static void permute_halves(const struct lane_step *s, struct vector *out) {
  for (unsigned i = 0; i < 2; i++) {
    unsigned how = s->imm >> 4 * i;
    if (!(how & 8))
      lanes_put(out, i * LANE, how & 2 ? &s->b : &s->a, (how & 1) * LANE, LANE);
  }
}

static void insert_single(const struct lane_step *s, struct vector *out) {
  unsigned from =
      s->op[s->operands - 1].type == ZYDIS_OPERAND_TYPE_MEMORY ? 0 : s->imm >> 6 & 3;
  lanes_put(out, 0, &s->a, 0, LANE);
  lanes_put(out, (s->imm >> 4 & 3) * 4, &s->b, from * 4, 4);
  for (unsigned i = 0; i < 4; i++)
    if (s->imm >> i & 1)
      lanes_put(out, i * 4, &lanes_nothing, 0, 4);
}

/* Takes the two halves of a lane; or the first element from one vector and the rest from
 * another. */
static void halves(struct vector *out, const struct vector *low, unsigned low_from,
                   const struct vector *high, unsigned high_from) {
  lanes_put(out, 0, low, low_from, 8);
  lanes_put(out, 8, high, high_from, 8);
}

static void first_element(const struct lane_step *s, struct vector *out, unsigned size) {
  int from_memory = s->op[1].type == ZYDIS_OPERAND_TYPE_MEMORY;
  lanes_put(out, 0, from_memory ? &lanes_nothing : &s->a, 0, LANE);
  lanes_put(out, 0, &s->b, 0, size);
}

static void duplicate(const struct lane_step *s, struct vector *out, unsigned size,
                      unsigned odd) {
  for (unsigned i = 0; i < s->size / size; i++)
    lanes_put(out, i * size, &s->b, (i & ~1u) * size + odd * size, size);
}

static void insert_element(const struct lane_step *s, struct vector *out, unsigned size) {
  lanes_put(out, 0, &s->a, 0, LANE);
  lanes_put(out, s->imm % (LANE / size) * size, &s->b, 0, size);
}

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
    DO(PINSRB, insert_element(s, out, 1))
    DO(PINSRW, insert_element(s, out, 2))
    DO(PINSRD, insert_element(s, out, 4))
    DO(PINSRQ, insert_element(s, out, 8))
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
    lanes_put(out, 0, &s->a, 0, 2 * LANE);
    lanes_put(out, (s->imm & 1) * LANE, &s->b, 0, LANE);
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
    lanes_put(out, 0, &s->b, (s->imm & 1) * LANE, LANE);
    return 1;
  default:
    return 0;
  }
}

int lanes_move(const struct lane_step *s, struct vector *out) {
  return move_pairs(s, out) || move_single(s, out);
}
