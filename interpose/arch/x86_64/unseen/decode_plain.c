#include "decode_plain.h"
#include <string.h>

#define LONGEST 15 /* bytes in an instruction */
#define PREFIXES_MOST 4

/* What is known of an opcode that is plain. */
enum {
  PLAIN = 1,
  MODRM = 2,
  BYTE = 4,   /* an immediate of one byte, */
  WORD = 8,   /* of four, or two if the operand has 16 bits, */
  WIDE = 16,  /* the same or of eight */
  JUMPS = 32, /* to a distance, of as many bytes */
  STORES = 64,
  LEAVES = 128,
  REPEATS = 256, /* may have a prefix 0xf2 or 0xf3 */
  MEMORY = 512,  /* the operand is in memory */
  FIRST = 1024,  /* the first of those that share the opcode; the others are not plain */
  PROPER = 2048, /* without the prefix 0x66 */
  VECTOR = PLAIN | MODRM,
  SCALAR = PLAIN | MODRM | REPEATS,
};

/* The arithmetic operations: two operands in either direction, and the accumulator with an
 * immediate. */
#define ARITHMETIC(op)                                                                         \
  [op... op + 3] = PLAIN | MODRM, [op + 4] = PLAIN | BYTE, [op + 5] = PLAIN | WORD

static const uint16_t one_byte[256] = {
    ARITHMETIC(0x00),
    ARITHMETIC(0x08),
    ARITHMETIC(0x10),
    ARITHMETIC(0x18),
    ARITHMETIC(0x20),
    ARITHMETIC(0x28),
    ARITHMETIC(0x30),
    ARITHMETIC(0x38),
    [0x50 ... 0x5f] = PLAIN | LEAVES | PROPER, /* push, pop */
    [0x63] = PLAIN | MODRM,                    /* movsxd */
    [0x68] = PLAIN | WORD | LEAVES | PROPER,   /* push */
    [0x69] = PLAIN | MODRM | WORD,             /* imul */
    [0x6a] = PLAIN | BYTE | LEAVES | PROPER,   /* push */
    [0x6b] = PLAIN | MODRM | BYTE,             /* imul */
    [0x70 ... 0x7f] = PLAIN | BYTE | JUMPS | PROPER,
    [0x80] = PLAIN | MODRM | BYTE,
    [0x81] = PLAIN | MODRM | WORD,
    [0x83] = PLAIN | MODRM | BYTE,
    [0x84 ... 0x85] = PLAIN | MODRM,          /* test */
    [0x88 ... 0x89] = PLAIN | MODRM | STORES, /* mov */
    [0x8a ... 0x8b] = PLAIN | MODRM,
    [0x8d] = PLAIN | MODRM | MEMORY, /* lea */
    [0x90] = PLAIN,
    [0x98 ... 0x99] = PLAIN,
    [0xa8] = PLAIN | BYTE,
    [0xa9] = PLAIN | WORD,
    [0xb0 ... 0xb7] = PLAIN | BYTE,
    [0xb8 ... 0xbf] = PLAIN | WIDE,
    [0xc0 ... 0xc1] = PLAIN | MODRM | BYTE, /* shifts */
    [0xc3] = PLAIN | LEAVES | REPEATS | PROPER,
    [0xc6] = PLAIN | MODRM | BYTE | STORES | FIRST,
    [0xc7] = PLAIN | MODRM | WORD | STORES | FIRST,
    [0xd0 ... 0xd3] = PLAIN | MODRM,
    [0xe8] = PLAIN | WORD | PROPER, /* call */
    [0xe9] = PLAIN | WORD | JUMPS | PROPER,
    [0xeb] = PLAIN | BYTE | JUMPS | PROPER,
};

/* After 0x0f. */
static const uint16_t two_bytes[256] = {
    [0x10] = SCALAR,
    [0x11] = SCALAR | STORES,
    [0x14 ... 0x15] = VECTOR,
    [0x1f] = PLAIN | MODRM, /* nop */
    [0x28] = VECTOR,
    [0x29] = VECTOR | STORES,
    [0x2a] = SCALAR,
    [0x2c ... 0x2d] = SCALAR,
    [0x2e ... 0x2f] = VECTOR,
    [0x40 ... 0x4f] = PLAIN | MODRM, /* cmov */
    [0x51] = SCALAR,
    [0x54] = VECTOR,
    [0x57] = VECTOR,
    [0x58 ... 0x5a] = SCALAR,
    [0x5c ... 0x5f] = SCALAR,
    [0x6e ... 0x6f] = VECTOR,
    [0x7e] = VECTOR,
    [0x80 ... 0x8f] = PLAIN | WORD | JUMPS | PROPER,
    [0x90 ... 0x9f] = PLAIN | MODRM, /* set */
    [0xaf] = PLAIN | MODRM,          /* imul */
    [0xb6 ... 0xb7] = PLAIN | MODRM, /* movzx */
    [0xbe ... 0xbf] = PLAIN | MODRM, /* movsx */
    [0xc6] = VECTOR | BYTE,
    [0xef] = VECTOR, /* pxor */
};

struct prefixes {
  unsigned length;
  int narrow, wide; /* operands of 16, and of 64 bits */
  int repeats;      /* 0xf2 or 0xf3 */
};

/* Not those by which an instruction is atomic or has addresses of 32 bits. */
static struct prefixes prefixes_at(const uint8_t *at) {
  struct prefixes p = {0};
  for (; p.length <= PREFIXES_MOST; p.length++)
    switch (at[p.length]) {
    case 0x66:
      p.narrow = 1;
      break;
    case 0xf2:
    case 0xf3:
      p.repeats = 1;
      break;
    case 0x2e:
    case 0x64:
      break;
    default:
      p.wide = (at[p.length] & 0xf8) == 0x48;
      p.length += (at[p.length] & 0xf0) == 0x40;
      return p;
    }
  return p;
}

/* Returns how long the byte and what belongs to the address are. */
static unsigned modrm_length(const uint8_t *at) {
  unsigned mod = at[0] >> 6, rm = at[0] & 7;
  if (mod == 3)
    return 1;
  unsigned length = 1 + (rm == 4), base = rm == 4 ? at[1] & 7 : rm;
  return mod == 1 ? length + 1 : mod == 2 || base == 5 ? length + 4 : length;
}

/* Returns whether the operand is in memory, and not in the frame. */
static int is_elsewhere(const uint8_t *modrm) {
  unsigned mod = modrm[0] >> 6, rm = modrm[0] & 7, base = modrm[1] & 7;
  if (mod == 3)
    return 0;
  return rm == 4 ? base != 4 && base != 5 : rm != 5 || !mod;
}

static unsigned immediate_length(unsigned kind, const struct prefixes *p) {
  if (kind & BYTE)
    return 1;
  if (kind & (WORD | WIDE))
    return kind & WIDE && p->wide ? 8 : p->narrow ? 2 : 4;
  return 0;
}

static int32_t distance_at(const uint8_t *end, unsigned size) {
  int32_t distance;
  if (size == 1)
    return (int8_t)end[-1];
  memcpy(&distance, end - sizeof distance, sizeof distance);
  return distance;
}

/* Returns whether the prefixes and the operand are such that what the table says is true. */
static int holds(unsigned kind, const struct prefixes *p, const uint8_t *modrm) {
  if (!(kind & PLAIN) ||
      (p->narrow && (p->repeats || kind & PROPER || (p->wide && kind & (WORD | WIDE)))) ||
      (p->repeats && !(kind & REPEATS)))
    return 0;
  return (!(kind & MEMORY) || modrm[0] >> 6 != 3) && (!(kind & FIRST) || !(modrm[0] & 0x38));
}

struct plain plain_at(const uint8_t *at, size_t room) {
  const struct plain none = {0};
  if (room < 2 * LONGEST)
    return none;
  struct prefixes p = prefixes_at(at);
  if (p.length > PREFIXES_MOST)
    return none;
  const uint8_t *next = at + p.length, *modrm;
  unsigned kind = *next == 0x0f ? two_bytes[next[1]] : one_byte[*next];
  modrm = next += *next == 0x0f ? 2 : 1;
  if (!holds(kind, &p, modrm))
    return none;
  unsigned immediate = immediate_length(kind, &p);
  next += (kind & MODRM ? modrm_length(modrm) : 0) + immediate;
  struct plain plain = {.length = (unsigned)(next - at),
                        .work = kind & LEAVES || (kind & STORES && is_elsewhere(modrm))};
  if (kind & JUMPS && distance_at(next, immediate) < 0)
    plain.back = (uintptr_t)next + (uintptr_t)(intptr_t)distance_at(next, immediate);
  if (kind & MODRM && (modrm[0] & 0xc7) == 5)
    plain.place = (uintptr_t)next + (uintptr_t)(intptr_t)distance_at(modrm + 5, 4);
  return plain;
}
