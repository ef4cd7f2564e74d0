/* bounce.h: runs an instruction at once, on a copy of the memory that it accesses.
 *
 * For instructions that cannot be moved to an alias: operands across the border of a region,
 * addresses of 32 bits, and others. The instruction has the program's registers, but its
 * operand lies in the copy. It is not atomic, even if it has a lock prefix; a process runs one
 * at a time. */
#ifndef FENCEPOST_BOUNCE_H
#define FENCEPOST_BOUNCE_H

#include <signal.h>
#include "operand.h"

/* Returns 0, or -1 if there is no memory for it. */
int bounce_begin(void);
enum bounce_result {
  BOUNCE_DONE,   /* registers and memory are changed, but rip is not */
  BOUNCE_FAULTS, /* `info` tells of the fault that the program has */
  BOUNCE_NOT     /* it cannot be run in this way */
};
enum bounce_result bounce_run(const struct instruction *in, ucontext_t *c, siginfo_t *info,
                              uintptr_t at, const struct operand_run *run, int runs);
/* In a SIGSEGV handler: returns whether the faulting instruction was run here. If so, the
 * handler returns. */
int bounce_recover(ucontext_t *c);

#endif
