/* unwind.h: where an access was reached from, asked in the handler of its fault or trap.
 *
 * libunwind keeps memory for each thread, which it asks malloc for the first time; but the
 * access may be malloc's own, which then has its lock, or its lists in disorder. So a thread is
 * prepared where it calls MPI; another one is where it accesses memory outside of malloc. Until
 * then the answer is the access alone. Once a thread is prepared nothing here allocates but by
 * mmap. Where the thread's own stack has little room, or it is on another one, this runs on a
 * stack of ours. */
#ifndef FENCEPOST_UNWIND_H
#define FENCEPOST_UNWIND_H

#include <stdint.h>

/* Once, before the others. */
void unwind_begin(void);
/* Fills `pc` with return addresses, innermost first, our own frames among them; `at`: where the
 * access is. Returns how many, 0 if it cannot be said. */
int unwind_from(uintptr_t at, void **pc, int most);

#endif
