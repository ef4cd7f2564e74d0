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

/* The address of the operand; a gather's, without its index. */
uintptr_t operand_address(const struct instruction *in, const ucontext_t *c);
/* What a segment register adds. */
uintptr_t operand_segment(unsigned segment);
/* Runs by address of what is accessed at `at`, an address as above; returns how many. */
int operand_runs(const struct instruction *in, const ucontext_t *c, uintptr_t at,
                 struct operand_run run[OPERAND_RUNS]);

#endif
