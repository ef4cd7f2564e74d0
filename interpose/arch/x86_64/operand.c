#define _GNU_SOURCE
#include "operand.h"
#include <asm/prctl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "interpose/arch/program_memory.h"
#include "xstate.h"

uintptr_t operand_segment(unsigned segment) {
  uintptr_t base = 0;
  if (segment == SEGMENT_FS)
    __asm__("mov %%fs:0, %0" : "=r"(base)); /* the thread pointer points to itself */
  else if (segment == SEGMENT_GS)
    syscall(SYS_arch_prctl, ARCH_GET_GS, &base);
  return base;
}

uintptr_t operand_address(const struct instruction *in, const ucontext_t *c) {
  const greg_t *g = c->uc_mcontext.gregs;
  uintptr_t at = (uintptr_t)in->displacement;
  if (in->base == BASE_RIP)
    at += (uintptr_t)g[REG_RIP] + in->length;
  else if (in->base != BASE_NONE)
    at += (uintptr_t)g[in->base];
  if (in->kind == INSTRUCTION_POP && in->base == REG_RSP)
    at += in->size; /* rsp counts as if the value was popped already */
  if (in->index != BASE_NONE)
    at += (uintptr_t)g[in->index] * in->scale;
  return (in->narrow ? (uint32_t)at : at) + operand_segment(in->segment);
}

struct gathered {
  struct operand_run *run;
  int count;
};

static void add(struct gathered *g, uintptr_t at, size_t size) {
  struct operand_run *last = g->count ? &g->run[g->count - 1] : NULL;
  if (last && last->at + last->size == at)
    last->size += size;
  else if (g->count < OPERAND_RUNS)
    g->run[g->count++] = (struct operand_run){at, size};
}

static int64_t bit_number(const struct instruction *in, const ucontext_t *c) {
  int64_t bit = (int64_t)c->uc_mcontext.gregs[in->other];
  return in->other_size == 2 ? (int16_t)bit : in->other_size == 4 ? (int32_t)bit : bit;
}

static uint64_t signs(const struct instruction *in, const ucontext_t *c) {
  unsigned char v[XSTATE_VECTOR];
  uint64_t mask = 0;
  xstate_vector(c, in->mask, v);
  for (unsigned i = 0; i < in->elements; i++)
    mask |= (uint64_t)(v[(i + 1) * in->element - 1] >> 7) << i;
  return mask;
}

/* Element i is loaded if one of the bits i, i + elements, ... of the mask is set. */
static uint64_t folded(const struct instruction *in, uint64_t mask) {
  uint64_t elements = 0;
  for (unsigned i = 0; i < in->bits; i++)
    elements |= (mask >> i & 1) << i % in->elements;
  return elements;
}

static void add_elements(struct gathered *g, const struct instruction *in, uintptr_t at,
                         uint64_t mask) {
  for (unsigned i = 0; i < in->elements; i++)
    if (mask >> i & 1)
      add(g, at + i * in->element, in->element);
}

static uint64_t low(unsigned bits) {
  return bits > 63 ? UINT64_MAX : (1ul << bits) - 1;
}

static uint64_t packed(const struct instruction *in, uint64_t mask) {
  return low((unsigned)__builtin_popcountll(mask & low(in->elements)));
}

/* xsave and its like: the legacy area, the header, and each component at its own place. */
static void add_state(struct gathered *g, const struct instruction *in, const ucontext_t *c,
                      uintptr_t at) {
  const greg_t *r = c->uc_mcontext.gregs;
  uint64_t asked =
               ((uint64_t)(uint32_t)r[REG_RDX] << 32 | (uint32_t)r[REG_RAX]) & xstate_enabled(),
           has[2] = {asked, 0};
  int compact = in->part == PART_COMPACT;
  unsigned next = 576;
  if (in->part == PART_RESTORE) {
    if (copy_from(has, at + 512, sizeof has))
      return;
    compact = (int)(has[1] >> 63);
  }
  if (asked & 1)
    add(g, at, 24);
  if (asked & 6)
    add(g, at + 24, 8); /* mxcsr and its mask */
  if (asked & 1)
    add(g, at + 32, 128);
  if (asked & 2)
    add(g, at + 160, 256);
  add(g, at + 512, in->part == PART_RESTORE ? 64 : compact ? 16 : 8);
  for (unsigned n = 2; n < 63; n++) {
    unsigned offset;
    int aligned;
    unsigned size = xstate_component(n, &offset, &aligned);
    uint64_t counts = in->part == PART_RESTORE && compact ? has[1] : asked;
    if (!size || !(counts >> n & 1))
      continue;
    next = compact && aligned ? (next + 63) & ~63u : next;
    if (asked >> n & has[0] >> n & 1)
      add(g, at + (compact ? next : offset), size);
    next += size;
  }
}

int operand_runs(const struct instruction *in, const ucontext_t *c, uintptr_t at,
                 struct operand_run run[OPERAND_RUNS]) {
  struct gathered g = {run, 0};
  switch (in->part) {
  case PART_BIT:
    add(&g,
        at + (uintptr_t)((bit_number(in, c) >> (in->size == 8   ? 6
                                                : in->size == 4 ? 5
                                                                : 4)) *
                         in->size),
        in->size);
    break;
  case PART_MASK:
    add_elements(&g, in, at, folded(in, xstate_mask(c, in->mask)));
    break;
  case PART_PACKED:
    add_elements(&g, in, at, packed(in, xstate_mask(c, in->mask)));
    break;
  case PART_SIGNS:
    add_elements(&g, in, at, signs(in, c));
    break;
  case PART_STATE:
  case PART_COMPACT:
  case PART_RESTORE:
    add_state(&g, in, c, at);
    break;
  default:
    add(&g, at, in->size);
  }
  return g.count;
}
