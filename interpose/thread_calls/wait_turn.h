/* wait_turn.h: two threads that wait for one request by the same variable (section 12.4.2). The
 * one that comes later may find the null handle in it, which the other's wait has left there.
 * Then it depends on the schedule whether both wait at once.
 *
 * Each wait notes where the handles lie, as a turn (turn.h). Variables of threads that are not
 * the first are not noted, because other threads get the same stack later; nor is memory that
 * was freed since. Cost: one lock and an entry for each handle, only in programs with threads
 * at MPI_THREAD_MULTIPLE; there a look at the table when memory is freed. */
#ifndef FENCEPOST_WAIT_TURN_H
#define FENCEPOST_WAIT_TURN_H

#include <mpi.h>
#include "interpose/base/internal.h"
#include "interpose/base/thread.h"

/* The call of the frame, which is about to run, waits for these. */
void wait_turns(struct frame *f, const MPI_Request *requests, int n);

/* All variables that were noted lie before this. */
extern INTERNAL _Atomic uintptr_t wait_turns_end;
/* That memory was freed. It may be called with any lock. */
void wait_turns_freed(uintptr_t at, size_t size);

#endif
