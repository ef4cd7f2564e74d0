/* unseen_code.c: instructions that order have encodings of their own here, and all have the
 * same length. So code need not be followed, and waiting without them is looked for only in
 * short loops without calls.
 *
 * Not told apart: the look at a static variable's guard in C++, which is an acquire load. */
#include "interpose/arch/unseen_code.h"
#include <stddef.h>

#define AROUND 16 /* instructions around an exclusive access that may calculate */
#define LOOP 16   /* instructions of a loop that waits */
#define ZERO 31

enum unseen_state { STAYS, LOADED, CHANGES };

struct unseen_loop {
  uint8_t reg[32], flags; /* enum unseen_state */
  int ends;
};

static int is_like(uint32_t in, uint32_t mask, uint32_t value) {
  return (in & mask) == value;
}

static int result_of(uint32_t in) {
  return (int)(in & 31);
}

/* swp, ldadd, ldset and the like, ldapr. */
static int is_memory_atomic(uint32_t in) {
  int acquires = (in >> 22 & 3) != 0, swaps = (in >> 12 & 15) == 8;
  return is_like(in, 0x3b200c00, 0x38200000) && acquires && (swaps || result_of(in) != ZERO);
}

static int is_ordered(uint32_t in) {
  return is_like(in, 0x3fe08000, 0x08c08000) || /* ldar */
         is_like(in, 0x3fe08000, 0x08808000) || /* stlr */
         is_like(in, 0x3fe00c00, 0x19400000) || /* ldapur */
         is_like(in, 0x3fe00c00, 0x19000000);   /* stlur */
}

/* What a compare-and-swap may be made of. */
static int is_exclusive(uint32_t in) {
  return is_like(in, 0x3fc08000, 0x08408000) || /* ldaxr, ldaxp */
         is_like(in, 0x3fc08000, 0x08008000) || /* stlxr, stlxp */
         (is_like(in, 0x3fa07c00, 0x08a07c00) && in & (1u << 22 | 1u << 15)) || /* casa, casl */
         (is_like(in, 0xbfa07c00, 0x08207c00) &&
          in & (1u << 22 | 1u << 15)) ||      /* caspa, caspl */
         is_like(in, 0xfffff0ff, 0xd50330bf); /* dmb */
}

static int is_hint(uint32_t in) {
  return in == 0xd503203f || in == 0xd503205f; /* yield, wfe */
}

/* Returns whether floating-point numbers are calculated nearby: then a number is kept. */
static int calculates(const uint32_t *code, size_t count, size_t at) {
  for (size_t i = at < AROUND ? 0 : at - AROUND; i < count && i <= at + AROUND; i++)
    if (is_like(code[i], 0xff200c00, 0x1e200800))
      return 1;
  return 0;
}

static int is_conditional(uint32_t in) {
  return is_like(in, 0xff000010, 0x54000000) || is_like(in, 0x7e000000, 0x34000000) ||
         is_like(in, 0x7e000000, 0x36000000);
}

static int is_branch(uint32_t in) {
  return is_conditional(in) || is_like(in, 0xfc000000, 0x14000000);
}

/* Returns how far a branch goes, in instructions. */
static int64_t distance(uint32_t in) {
  int bits = is_like(in, 0xfc000000, 0x14000000)   ? 26
             : is_like(in, 0x7e000000, 0x36000000) ? 14
                                                   : 19;
  int low = bits == 26 ? 0 : 5;
  int64_t far = in >> low & ((1u << bits) - 1);
  return far >> (bits - 1) ? far - (1ll << bits) : far;
}

static uint8_t later(uint8_t a, uint8_t b) {
  return a > b ? a : b;
}

static int is_load(uint32_t in) {
  return is_like(in, 0x3b000000, 0x39000000) && !(in >> 26 & 1) && in >> 22 & 3;
}

static int is_data(uint32_t in) { /* with immediates, with registers */
  return is_like(in, 0x1c000000, 0x10000000) || is_like(in, 0x0e000000, 0x0a000000);
}

/* Returns what the sources of an instruction of is_data depend on. */
static uint8_t sources(const struct unseen_loop *l, uint32_t in) {
  int first = in >> 5 & 31, second = in >> 16 & 31;
  if (is_like(in, 0x1f000000, 0x10000000) || is_like(in, 0x5f800000, 0x52800000))
    return STAYS; /* adr, adrp; movz, movn */
  uint8_t all = l->reg[first];
  if (is_like(in, 0x0e000000, 0x0a000000))
    all = later(all, l->reg[second]);
  if (is_like(in, 0x1f000000, 0x1b000000)) /* madd */
    all = later(all, l->reg[in >> 10 & 31]);
  if (is_like(in, 0x1fe00000, 0x1a800000) || is_like(in, 0x1fe00000, 0x1a400000) ||
      is_like(in, 0x1fe00000, 0x1a000000)) /* csel, ccmp, adc */
    all = later(all, l->flags);
  if (is_like(in, 0x7f800000, 0x72800000)) /* movk */
    all = l->reg[result_of(in)];
  return all;
}

/* Carries out one instruction; returns 0 if it has no place in a loop that waits. */
static int step(struct unseen_loop *l, uint32_t in, size_t at, size_t end) {
  if (is_branch(in)) {
    int64_t far = distance(in);
    uint8_t on = is_like(in, 0xff000010, 0x54000000) ? l->flags : l->reg[result_of(in)];
    l->ends |= is_conditional(in) && on == LOADED;
    return (at + 1 == end || (far > 0 && at + (size_t)far >= end)) &&
           (!is_conditional(in) || on == LOADED) && (is_conditional(in) || at + 1 == end);
  }
  if (in == 0xd503201f)
    return 1;
  uint8_t state;
  if (is_load(in))
    state = later(l->reg[in >> 5 & 31], LOADED);
  else if (is_data(in))
    state = sources(l, in);
  else
    return 0;
  if (is_data(in) && in >> 29 & 1)
    l->flags = state;
  if (result_of(in) != ZERO)
    l->reg[result_of(in)] = state;
  return 1;
}

static int waits(const uint32_t *code, size_t from, size_t end) {
  struct unseen_loop l = {.flags = CHANGES};
  for (size_t i = from; i < end; i++)
    if (!is_branch(code[i]) && (is_load(code[i]) || is_data(code[i])) &&
        result_of(code[i]) != ZERO)
      l.reg[result_of(code[i])] = CHANGES;
  for (int round = 0; round < 2; round++) {
    l.ends = 0;
    for (size_t i = from; i < end; i++)
      if (!step(&l, code[i], i, end) && (round || !is_branch(code[i])))
        return 0; /* (what a branch of the first round depends on is not known yet) */
  }
  return l.ends;
}

static int loops_and_waits(const uint32_t *code, size_t at) {
  int64_t far = is_branch(code[at]) ? distance(code[at]) : 0;
  return far < 0 && -far < LOOP && (size_t)-far <= at && waits(code, at - (size_t)-far, at + 1);
}

static enum unseen_means look(const struct unseen_code *c, uintptr_t *at) {
  const uint32_t *code = (const uint32_t *)c->lo;
  size_t count = (c->hi - c->lo) / sizeof *code;
  for (size_t i = 0; i < count; i++) {
    *at = (uintptr_t)&code[i];
    if (is_memory_atomic(code[i]) || is_ordered(code[i]) ||
        (is_exclusive(code[i]) && !calculates(code, count, i)))
      return UNSEEN_ATOMICS;
    if (!c->hooked && (is_hint(code[i]) || loops_and_waits(code, i)))
      return UNSEEN_WAITS;
  }
  return UNSEEN_NONE;
}

unseen_function *unseen_find(void *(*decoder)(const char *symbol)) {
  (void)decoder;
  return look;
}
