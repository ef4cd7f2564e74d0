/* slots_element.c: instructions whose accesses the handler makes one by one. */
#define _GNU_SOURCE
#include "slots_part.h"
#include <string.h>
#include "interpose/arch/program_memory.h"
#include "guarded.h"
#include "operand.h"
#include "interpose/arch/region.h"
#include "xstate.h"

static uintptr_t next_of(const struct instruction *in, const ucontext_t *c) {
  return (uintptr_t)c->uc_mcontext.gregs[REG_RIP] + in->length;
}

static enum slots_result fault(siginfo_t *info) {
  copy_fault(info);
  return SLOTS_NONE;
}

static enum slots_result go_on(const struct instruction *in, ucontext_t *c) {
  c->uc_mcontext.gregs[REG_RIP] = (greg_t)next_of(in, c);
  return SLOTS_DONE;
}

struct vector_gather {
  const struct instruction *in;
  ucontext_t *c;
  uintptr_t base;
  unsigned char index[XSTATE_VECTOR], data[XSTATE_VECTOR], mask[XSTATE_VECTOR];
};

static uintptr_t address(const struct vector_gather *g, unsigned i) {
  int64_t index = 0;
  if (g->in->index_size == 4)
    index = ((const int32_t *)(const void *)g->index)[i];
  else
    index = ((const int64_t *)(const void *)g->index)[i];
  uintptr_t at = g->base + (uintptr_t)(index * g->in->scale);
  return g->in->narrow ? (uint32_t)at : at;
}

static int active(const struct vector_gather *g, unsigned i) {
  if (g->in->vex)
    return g->mask[(i + 1) * g->in->element - 1] >> 7;
  return (int)(xstate_mask(g->c, g->in->mask) >> i & 1);
}

static void retire(struct vector_gather *g, unsigned i) {
  static const char zero[8];
  if (g->in->vex)
    xstate_vector_put(g->c, g->in->mask, i * g->in->element, zero, g->in->element);
  else
    xstate_mask_put(g->c, g->in->mask, xstate_mask(g->c, g->in->mask) & ~(1ul << i));
}

static int is_outside(uintptr_t at, size_t size) {
  intptr_t delta;
  region_take();
  size_t border = region_border(at, &delta);
  region_leave();
  return !delta && border >= size;
}

static int transfer(struct vector_gather *g, unsigned i, uintptr_t at) {
  unsigned size = g->in->element, from = i * size;
  if (g->in->kind == INSTRUCTION_SCATTER)
    return copy_to(at, g->data + from, size);
  if (copy_from(g->data + from, at, size))
    return -1;
  xstate_vector_put(g->c, g->in->data, from, g->data + from, size);
  return 0;
}

/* The elements that lie in regions are handled and masked off, as the processor itself does
 * when another element faults. Then the instruction goes on with the other elements. */
enum slots_result slots_gather(const struct instruction *in, ucontext_t *c, siginfo_t *info) {
  struct vector_gather g = {.in = in, .c = c, .base = operand_address(in, c)};
  int done = 0;
  if (!(xstate_features(c) >> 2 & 1))
    return SLOTS_GIVE_UP;
  xstate_vector(c, in->indices, g.index);
  xstate_vector(c, in->data, g.data);
  xstate_vector(c, in->mask, g.mask);
  for (unsigned i = 0; i < in->elements; i++) {
    uintptr_t at = address(&g, i);
    if (!active(&g, i) || is_outside(at, in->element))
      continue;
    if (transfer(&g, i, at))
      return fault(info);
    slots_tell(at, in->element, in->does, next_of(in, c));
    retire(&g, i);
    done++;
  }
  return done ? SLOTS_DONE : SLOTS_GIVE_UP;
}

enum slots_result slots_maskmov(const struct instruction *in, ucontext_t *c, siginfo_t *info) {
  unsigned char data[XSTATE_VECTOR], mask[XSTATE_VECTOR];
  uintptr_t at = (uintptr_t)c->uc_mcontext.gregs[REG_RDI];
  at = (in->narrow ? (uint32_t)at : at) + operand_segment(in->segment);
  if (in->mmx) {
    memcpy(data, xstate_mmx(c, in->data), 8);
    memcpy(mask, xstate_mmx(c, in->mask), 8);
  } else {
    xstate_vector(c, in->data, data);
    xstate_vector(c, in->mask, mask);
  }
  for (unsigned i = 0, n; i < in->elements; i += n) {
    n = 1;
    if (!(mask[i] >> 7))
      continue;
    while (i + n < in->elements && mask[i + n] >> 7)
      n++;
    if (copy_to(at + i, data + i, n))
      return fault(info);
    slots_tell(at + i, n, INSTRUCTION_STORES, next_of(in, c));
  }
  return go_on(in, c);
}

enum slots_result slots_xlat(const struct instruction *in, ucontext_t *c, siginfo_t *info) {
  greg_t *g = c->uc_mcontext.gregs;
  uintptr_t at = (uintptr_t)g[REG_RBX] + (g[REG_RAX] & 0xff);
  unsigned char byte;
  at = (in->narrow ? (uint32_t)at : at) + operand_segment(in->segment);
  if (copy_from(&byte, at, 1))
    return fault(info);
  slots_tell(at, 1, INSTRUCTION_LOADS, next_of(in, c));
  g[REG_RAX] = (g[REG_RAX] & ~(greg_t)0xff) | byte;
  return go_on(in, c);
}

/* The processor stores all 64 bytes at once, so the handler must, too. */
enum slots_result slots_move64(const struct instruction *in, ucontext_t *c, siginfo_t *info) {
  unsigned char bytes[64] __attribute__((aligned(64)));
  uintptr_t from = operand_address(in, c), to = (uintptr_t)c->uc_mcontext.gregs[in->other];
  uint32_t bad;
  to = in->narrow ? (uint32_t)to : to;
  if (copy_from(bytes, from, sizeof bytes))
    return fault(info);
  region_take();
  uintptr_t there = region_alias(to);
  region_leave();
  __asm__ volatile(COPY_GUARDED(".byte 0x66, 0x0f, 0x38, 0xf8, 0x06") /* movdir64b (%rsi) */
                   : [bad] "=&r"(bad)
                   : "a"(there), "S"(bytes)
                   : "memory", "cc");
  if (bad)
    return fault(info);
  slots_tell(from, sizeof bytes, INSTRUCTION_LOADS, next_of(in, c));
  slots_tell(to, sizeof bytes, INSTRUCTION_STORES, next_of(in, c));
  return go_on(in, c);
}

/* jmp, call, push and pop through memory. */
enum slots_result slots_stack(const struct instruction *in, ucontext_t *c, siginfo_t *info) {
  greg_t *g = c->uc_mcontext.gregs;
  uintptr_t at = operand_address(in, c), next = next_of(in, c);
  uintptr_t top = (uintptr_t)g[REG_RSP];
  uint64_t value = 0;
  int pops = in->kind == INSTRUCTION_POP;
  if (copy_from(&value, pops ? top : at, in->size))
    return fault(info);
  if (pops                           ? copy_to(at, &value, in->size)
      : in->kind == INSTRUCTION_CALL ? copy_to(top - 8, &next, 8)
      : in->kind == INSTRUCTION_PUSH ? copy_to(top - in->size, &value, in->size)
                                     : 0)
    return fault(info);
  slots_tell(at, in->size, in->does, next);
  g[REG_RSP] += pops                           ? (greg_t)in->size
                : in->kind == INSTRUCTION_CALL ? -8
                : in->kind == INSTRUCTION_PUSH ? -(greg_t)in->size
                                               : 0;
  g[REG_RIP] = (greg_t)(pops || in->kind == INSTRUCTION_PUSH ? next : value);
  return SLOTS_DONE;
}
