/* unwinder.h: libunwind without its system calls.
 *
 * libunwind blocks all signals around nearly each of its steps, so that no handler interrupts
 * it while it holds a lock: two system calls a step, each of which is a signal where system
 * calls are gated (tracers/pages/gate.h). Between these two functions the signals are blocked
 * once, and what libunwind says to sigprocmask is not done. Signals of faults stay as they are,
 * because the stack may lie in a window. */
#ifndef FENCEPOST_UNWINDER_H
#define FENCEPOST_UNWINDER_H

#include <signal.h>
#include <stdint.h>

struct unwinder {
  uint64_t blocked; /* before */
};

/* Pairs may be nested. Costs two system calls, which are not gated. */
struct unwinder unwinder_begin(void);
void unwinder_end(struct unwinder u);
/* unw_backtrace between the two. */
int unwinder_backtrace(void **pc, int most);
/* Takes the place of sigprocmask: returns whether there is nothing to do, with `old`, if it is
 * not NULL, filled in. */
int unwinder_masks(sigset_t *old);

#endif
