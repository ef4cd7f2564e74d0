/* gate_make.h: makes one system call of the program in the handler of SIGSYS. */
#ifndef FENCEPOST_GATE_MAKE_H
#define FENCEPOST_GATE_MAKE_H

#include <stdint.h>
#include <ucontext.h>

struct gated {
  long number;
  uint64_t arg[6];
  ucontext_t *context; /* what the program was doing at the call */
};

/* Makes the call, as often as needed, wherever its arguments point to. Returns the kernel's
 * result. */
long gate_make(const struct gated *c);
/* Returns whether gate_make has to make the call: an argument, or data that an argument points
 * to as far as that is known, lies in a region; or the call blocks signals of ours. */
int gate_concerns(const struct gated *c);
/* exec: its arguments may lie anywhere. */
long gate_make_open(const struct gated *c, uint64_t mask);
/* Opens all regions, until gate_close was called as often. */
void gate_open(void);
void gate_close(void);
void gate_open_forked(void);

#endif
