#include "unloads.h"

static const atomic_uint nobody_counts;
const atomic_uint *code_unload_count = &nobody_counts;

void code_unloads_watch(const atomic_uint *count) {
  code_unload_count = count;
}

int code_answer(struct code_answers *a, const void *pc, int (*ask)(const void *pc)) {
  uint64_t at = (uintptr_t)pc, asked = at << 16 | (uint16_t)(code_unloads() << 1);
  _Atomic uint64_t *place = &a->word[at * 0x9e3779b97f4a7c15u >> 56];
  uint64_t word = atomic_load_explicit(place, memory_order_relaxed);
  if ((word & ~1ul) != asked) {
    word = asked | (uint64_t)ask(pc);
    atomic_store_explicit(place, word, memory_order_relaxed);
  }
  return (int)(word & 1);
}
