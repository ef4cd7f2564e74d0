/* decode_lanes_part.h: what the files decode_lanes*.c share: the bytes of vectors, and the
 * instruction that is looked at. */
#ifndef FENCEPOST_DECODE_LANES_PART_H
#define FENCEPOST_DECODE_LANES_PART_H

#include <string.h>
#include "decode_part.h"

#define BYTES 64
#define LANE 16
#define NONE 0xff

struct vector {
  uint8_t from[BYTES]; /* number of the byte in the load, or NONE */
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

/* The mnemonics of SSE, each with that of VEX beside it. */
#define BOTH(name)                                                                             \
  case ZYDIS_MNEMONIC_##name:                                                                  \
  case ZYDIS_MNEMONIC_V##name

extern const struct vector lanes_nothing;

static inline void lanes_put(struct vector *out, unsigned to, const struct vector *v,
                             unsigned from, unsigned size) {
  memcpy(out->from + to, v->from + from, size);
}

/* Returns whether the code alone tells that the instruction moves bytes of a and b to out. */
int lanes_move(const struct lane_step *s, struct vector *out);

#endif
