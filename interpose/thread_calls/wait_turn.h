/* wait_turn.h: two threads that wait for one request by the same variable, or test it (section
 * 12.4.2). The one that comes later may find the null handle in it, which the other's call has
 * left there. Then it depends on the schedule whether both complete the same request.
 *
 * Each wait, and each test that completes a request, notes where the handle lies, as a turn
 * (turn.h). What lies on the stack of a thread that is not the first is not noted, because
 * other threads get the same stack later; memory that was freed is forgotten. Cost: one lock,
 * and an entry for each handle, only in programs with threads at MPI_THREAD_MULTIPLE; there a
 * look at the table when memory is freed. */
#ifndef FENCEPOST_WAIT_TURN_H
#define FENCEPOST_WAIT_TURN_H

#include <mpi.h>
#include "interpose/base/internal.h"
#include "interpose/base/thread.h"

/* The call of the frame is about to run, which waits for these or tests them. */
void wait_turns_begin(struct frame *f, const MPI_Request *requests, int n, int waits);
/* The call, which tests, may have completed this one. */
void wait_turn_end(struct frame *f, const MPI_Request *request);

/* All variables that were noted lie before this. */
extern INTERNAL _Atomic uintptr_t wait_turns_end;
/* That memory was freed. It may be called with any lock. */
void wait_turns_freed(uintptr_t at, size_t size);

#endif
