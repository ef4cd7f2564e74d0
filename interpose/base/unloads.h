/* unloads.h: what is known of code by its address, until code is unloaded. */
#ifndef FENCEPOST_UNLOADS_H
#define FENCEPOST_UNLOADS_H

#include <stdatomic.h>
#include <stdint.h>
#include "internal.h"

/* Counts what unloads code. While the number stays the same, addresses mean the same code. */
void code_unloads_watch(const atomic_uint *count);
extern INTERNAL const atomic_uint *code_unload_count;
static inline unsigned code_unloads(void) {
  return atomic_load_explicit(code_unload_count, memory_order_acquire);
}

/* Remembers what a question answers for addresses, which is 0 or 1. Threads may share it: each
 * answer is one word, with the address and the number of unloads. */
struct code_answers {
  _Atomic uint64_t word[256];
};
/* Returns ask(pc). Some 10 instructions when that is remembered. */
int code_answer(struct code_answers *a, const void *pc, int (*ask)(const void *pc));

#endif
