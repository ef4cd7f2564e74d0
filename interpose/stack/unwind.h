/* unwind.h: finds out how an access was reached, in the handler of its fault or trap.
 *
 * libunwind needs memory for each thread, which it takes from malloc when the thread first uses
 * it. But the access may be one by malloc itself, which then holds its lock or is changing its
 * lists. So a thread is prepared when it calls MPI, or when it accesses memory outside of
 * malloc. Before that the answer is the access alone. Once a thread is prepared, nothing here
 * allocates but by mmap. If the thread's own stack has little room, or it runs on another one,
 * the work is done on a stack of ours. */
#ifndef FENCEPOST_UNWIND_H
#define FENCEPOST_UNWIND_H

#include <stdint.h>

/* Called once, before the others. */
void unwind_begin(void);
/* Fills `pc` with return addresses, innermost first, our own frames among them; `at`: where the
 * access is. Returns how many, 0 if it cannot be said. */
int unwind_from(uintptr_t at, void **pc, int most);

#endif
