/* worker.h: for whom a thread accesses memory.
 *
 * Accesses inside an MPI call are MPI's. So are those of threads that the MPI library has made,
 * and of threads that libc has made and that run nothing but libc: they read and write files on
 * request (aio), which MPI-IO uses. Such threads are recognised by their stack, which is looked
 * at when the thread is first met. */
#ifndef FENCEPOST_WORKER_H
#define FENCEPOST_WORKER_H

#include <stdint.h>

/* The calling thread is ours. It must not have its stack looked at, because it may fault while
 * it holds locks that this needs. */
void worker_own(void);
/* Returns whether the calling thread, whose instruction at or before `pc` accesses memory,
 * works for the program. For signal handlers. */
int worker_is_program(uintptr_t pc);

#endif
