/* bounce.h: an instruction run at once, on a copy of what it accesses.
 *
 * For what cannot be moved to an alias: operands across the border of a region, addresses of 32
 * bits, and others. It has the program's registers, and its operand is relative to its own
 * place. It is not atomic, whatever it says; one at a time in a process. */
#ifndef FENCEPOST_BOUNCE_H
#define FENCEPOST_BOUNCE_H

#include <signal.h>
#include "operand.h"

/* Returns 0, or -1: no memory for it. */
int bounce_begin(void);
enum bounce_result {
  BOUNCE_DONE,   /* registers and memory are changed, rip is not */
  BOUNCE_FAULTS, /* `info` tells of the fault the program has */
  BOUNCE_NOT     /* it cannot be so run */
};
enum bounce_result bounce_run(const struct instruction *in, ucontext_t *c, siginfo_t *info,
                              uintptr_t at, const struct operand_run *run, int runs);
/* In a handler of SIGSEGV: whether what faulted was run here; then the handler returns. */
int bounce_recover(ucontext_t *c);

#endif
