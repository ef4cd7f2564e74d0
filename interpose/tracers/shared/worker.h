/* worker.h: on whose behalf a thread accesses memory.
 *
 * What is done inside an MPI call is MPI's. So is what threads do that the MPI library has
 * made, and those that libc has made by itself and that run nothing but libc: they read and
 * write files for whom asked for it (aio), which MPI-IO does. These are known by their stack,
 * which is looked at when such a thread is first met. */
#ifndef FENCEPOST_WORKER_H
#define FENCEPOST_WORKER_H

#include <stdint.h>

/* The calling thread is one of ours: it may fault while it holds locks of what would look at
 * its stack. */
void worker_own(void);
/* Of the calling thread, whose instruction at `pc`, or before it, accesses memory. For handlers
 * of signals. */
int worker_is_program(uintptr_t pc);

#endif
