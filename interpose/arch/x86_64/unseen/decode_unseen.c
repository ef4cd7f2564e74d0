/* decode_unseen.c: walks through code and looks for what may order threads (unseen_code.h).
 *
 * Only the lengths of most instructions are found out, because the code is large. */
#define _GNU_SOURCE
#include <string.h>
#include "decode_plain.h"
#include "decode_unseen_part.h"

#define COUNTS 1024  /* atomic operations that may be reference counts */
#define SINGLES 4096 /* places that a question for __libc_single_threaded leads to */
#define NEAR 64      /* bytes from such a place to the atomic operation */
#define HOLD 1000    /* instructions */
#define SOON 6       /* instructions from the question to the branch */

/* libstdc++ counts references with an atomic operation if the process has several threads, for
 * which it looks at __libc_single_threaded. The operation may lie before the question or behind
 * it, so both are kept up to the end. */
struct counts {
  uintptr_t at[COUNTS], single[SINGLES];
  int ats, singles, asked; /* asked: a branch may come within so many instructions */
  /* The registers that its address was loaded into, and for how many instructions they are
   * taken to hold it. */
  unsigned registers;
  int hold;
};

/* Returns whether __libc_single_threaded or a pointer to it is at that place. */
static int is_single(const struct unseen_code *c, uintptr_t place) {
  uintptr_t pointer = 0;
  if (!place || place == c->single)
    return place != 0;
  if (place % sizeof pointer || place < c->linked_lo || place + sizeof pointer > c->linked_hi)
    return 0;
  memcpy(&pointer, (const void *)place, sizeof pointer);
  return pointer == c->single;
}

/* Returns whether the instruction looks at it. */
static int asks(const struct sweep *w, struct counts *k, const ZydisDecodedInstruction *in,
                uintptr_t at) {
  const struct unseen_code *c = w->c;
  if (!(in->attributes & ZYDIS_ATTRIB_HAS_MODRM) || in->raw.modrm.mod)
    return 0;
  if (in->raw.modrm.rm != 5)
    return k->hold && in->mnemonic == ZYDIS_MNEMONIC_CMP && in->opcode == 0x80 &&
           k->registers >> (in->raw.rex.B << 3 | in->raw.modrm.rm) & 1;
  uintptr_t place = at + in->length + (uintptr_t)in->raw.disp.value;
  if (place == c->single)
    return 1;
  if (!is_single(c, place))
    return 0;
  k->registers = (k->hold ? k->registers : 0) | 1u << (in->raw.rex.R << 3 | in->raw.modrm.reg);
  k->hold = HOLD;
  return 1;
}

static void single_add(struct counts *k, uintptr_t at) {
  if (k->singles < SINGLES)
    k->single[k->singles++] = at;
}

static void single_follow(const struct sweep *w, struct counts *k,
                          const ZydisDecodedInstruction *in, uintptr_t at, uintptr_t target) {
  k->hold -= k->hold > 0;
  if (w->c->single && asks(w, k, in, at)) {
    k->asked = SOON;
  } else if (k->asked && target) {
    single_add(k, target);
    single_add(k, at + in->length);
    k->asked = 0;
  } else if (k->asked) {
    k->asked--;
  }
}

static int counts_references(const struct counts *k, uintptr_t at) {
  for (int i = 0; i < k->singles; i++)
    if (at >= k->single[i] && at - k->single[i] < NEAR)
      return 1;
  return 0;
}

/* Returns whether the instruction has to be looked at in full. */
static int is_locked(const ZydisDecodedInstruction *in) {
  if (in->mnemonic == ZYDIS_MNEMONIC_XCHG)
    return in->raw.modrm.mod != 3 && in->attributes & ZYDIS_ATTRIB_HAS_MODRM;
  for (int i = 0; i < in->raw.prefix_count; i++)
    if (in->raw.prefixes[i].value == 0xf0)
      return 1;
  return 0;
}

static int is_store(const ZydisDecodedInstruction *in) {
  switch (in->mnemonic) {
#define BOTH(name)                                                                             \
  case ZYDIS_MNEMONIC_##name:                                                                  \
  case ZYDIS_MNEMONIC_V##name:
    BOTH(MOVSS)
    BOTH(MOVSD)
    BOTH(MOVAPS)
    BOTH(MOVAPD)
    BOTH(MOVUPS)
    BOTH(MOVUPD)
    BOTH(MOVDQA)
    BOTH(MOVDQU)
#undef BOTH
    return in->opcode == 0x11 || in->opcode == 0x29 || in->opcode == 0x7f;
  case ZYDIS_MNEMONIC_MOV:
    return in->opcode == 0x88 || in->opcode == 0x89 || in->opcode == 0xc6 || in->opcode == 0xc7;
  default:
    return 0;
  }
}

/* Returns whether no loop that waits has this instruction: it is certain to store elsewhere
 * than in the frame, or to leave the loop. Most loops are known by that without a closer look.
 */
static int is_work(const ZydisDecodedInstruction *in) {
  int rm = in->raw.modrm.rm, mod = in->raw.modrm.mod;
  if (in->mnemonic == ZYDIS_MNEMONIC_RET || in->mnemonic == ZYDIS_MNEMONIC_PUSH ||
      in->mnemonic == ZYDIS_MNEMONIC_POP)
    return 1;
  if (!(in->attributes & ZYDIS_ATTRIB_HAS_MODRM) || mod == 3 || !is_store(in))
    return 0;
  return rm == 4 ? in->raw.sib.base != 4 && in->raw.sib.base != 5 : rm != 5 || !mod;
}

static uintptr_t target_of(const ZydisDecodedInstruction *in, uintptr_t at) {
  if (!in->raw.imm[0].is_relative || in->mnemonic == ZYDIS_MNEMONIC_CALL ||
      in->mnemonic == ZYDIS_MNEMONIC_XBEGIN)
    return 0;
  return at + in->length + (uintptr_t)in->raw.imm[0].value.s;
}

static enum unseen_means one(struct sweep *w, struct counts *k,
                             const ZydisDecodedInstruction *in, uintptr_t at) {
  struct spin_step t;
  uintptr_t target = target_of(in, at);
  single_follow(w, k, in, at, target);
  if (is_work(in))
    w->work = at;
  if (in->mnemonic == ZYDIS_MNEMONIC_PAUSE && !w->c->hooked)
    return UNSEEN_WAITS;
  if (in->mnemonic == ZYDIS_MNEMONIC_MFENCE)
    return UNSEEN_ATOMICS;
  if (target && !w->c->hooked && target <= at && target > w->work &&
      at + in->length - target <= SPIN_REACH && unseen_waits(w, target, at + in->length))
    return UNSEEN_WAITS;
  if (!is_locked(in) || !step_at(&w->code, at, &t) || !unseen_atomic(w, &t))
    return UNSEEN_NONE;
  if (!w->c->single || !unseen_counts(&t) || k->ats == COUNTS)
    return UNSEEN_ATOMICS;
  k->at[k->ats++] = at;
  return UNSEEN_NONE;
}

/* Returns the length of an instruction that is of no interest but by its place; 0: it has to be
 * looked at. */
static unsigned plain_length(struct sweep *w, const struct counts *k, uintptr_t at) {
  if (k->hold || k->asked)
    return 0;
  struct plain p = plain_at((const uint8_t *)at, w->c->hi - at);
  if (!p.length || (!w->c->hooked && p.back > w->work) ||
      (w->c->single && is_single(w->c, p.place)))
    return 0;
  w->recent[w->count++ % UNSEEN_RECENT] = at;
  if (p.work)
    w->work = at;
  return p.length;
}

__attribute__((visibility("default"))) unseen_function fencepost_unseen;
enum unseen_means fencepost_unseen(const struct unseen_code *c, uintptr_t *at) {
  static struct sweep w; /* too large for the stack of a small thread */
  static struct counts k;
  ZydisDecoder decoder;
  ZydisDecodedInstruction in;
  memset(&w, 0, sizeof w);
  memset(&k, 0, sizeof k);
  w.c = c;
  w.code = (struct spin){.lo = c->lo, .hi = c->hi, .code = (const uint8_t *)c->lo};
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  ZydisDecoderEnableMode(&decoder, ZYDIS_DECODER_MODE_MINIMAL, ZYAN_TRUE);
  for (*at = c->lo; *at < c->hi;) {
    unsigned plain = plain_length(&w, &k, *at);
    if (plain) {
      *at += plain;
      continue;
    }
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder, NULL, (const void *)*at,
                                                    c->hi - *at, &in))) {
      ++*at; /* data between functions */
      continue;
    }
    w.recent[w.count++ % UNSEEN_RECENT] = *at;
    enum unseen_means found = one(&w, &k, &in, *at);
    if (found)
      return found;
    *at += in.length;
  }
  for (int i = 0; i < k.ats; i++)
    if (!counts_references(&k, *at = k.at[i]))
      return UNSEEN_ATOMICS;
  return UNSEEN_NONE;
}
