/* operand.h: which bytes an instruction that faulted accesses, byte for byte. */
#ifndef FENCEPOST_OPERAND_H
#define FENCEPOST_OPERAND_H

#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>
#include "interpose/arch/decode.h"

#define OPERAND_RUNS 64

struct operand_run {
  uintptr_t at;
  size_t size;
};

/* Returns the address of the operand; for a gather the address without its index. */
uintptr_t operand_address(const struct instruction *in, const ucontext_t *c);
/* Returns what a segment register adds. */
uintptr_t operand_segment(unsigned segment);
/* Lists what is accessed at `at`, an address as above, as runs sorted by address; returns how
 * many. */
int operand_runs(const struct instruction *in, const ucontext_t *c, uintptr_t at,
                 struct operand_run run[OPERAND_RUNS]);

#endif
