/* gate_make.h: one system call of the program, made in the handler of SIGSYS. */
#ifndef FENCEPOST_GATE_MAKE_H
#define FENCEPOST_GATE_MAKE_H

#include <stdint.h>
#include <ucontext.h>

struct gated {
  long number;
  uint64_t arg[6];
  ucontext_t *context; /* of the program, at the call */
};

/* Makes it, as often as needed, wherever its arguments point to. Its result as the kernel's. */
long gate_make(const struct gated *c);
/* Whether it must be made by gate_make: something that it is given, or that is pointed to by it
 * where that is known, lies in a region, or blocks what is ours. */
int gate_concerns(const struct gated *c);
/* exec: what it is given may lie anywhere. */
long gate_make_open(const struct gated *c, uint64_t mask);
/* All regions are opened, until as many calls of gate_close. */
void gate_open(void);
void gate_close(void);
void gate_open_forked(void);

#endif
