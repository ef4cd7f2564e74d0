/* wait_turn.h: two threads that wait for one request by the same variable, or test it (section
 * 12.4.2). The one that comes later may find the null handle in it, which the other's call has
 * left there. Then it depends on the schedule whether both complete the same request.
 *
 * Each wait, and each test that completes a request, notes where the handle lies, as a turn
 * (turn.h). What lies on the stack of a thread that is not the first is not noted, because
 * other threads get the same stack later; memory that was freed is forgotten. Cost: one lock,
 * and an entry for each handle, only in programs with threads at MPI_THREAD_MULTIPLE; there a
 * look at a few bits when memory is freed. */
#ifndef FENCEPOST_WAIT_TURN_H
#define FENCEPOST_WAIT_TURN_H

#include <mpi.h>
#include <stdatomic.h>
#include "interpose/base/internal.h"
#include "interpose/base/thread.h"

/* The call of the frame is about to run, which waits for these or tests them. */
void wait_turns_begin(struct frame *f, const MPI_Request *requests, int n, int waits);
/* The call, which tests, may have completed this one. */
void wait_turn_end(struct frame *f, const MPI_Request *request);

/* A bit for each page that has, or had, a variable that was noted; those of pages 64 apart are
 * one. 0: there is none. */
#define WAIT_TURN_PAGE 12
extern INTERNAL _Atomic uint64_t wait_turn_pages;
static inline int wait_turns_may_lie(uintptr_t at, size_t size) {
  uintptr_t first = at >> WAIT_TURN_PAGE, more = ((at + size - 1) >> WAIT_TURN_PAGE) - first;
  uint64_t noted = atomic_load_explicit(&wait_turn_pages, memory_order_relaxed);
  for (uintptr_t i = 0; i <= more && i < 64; i++)
    if (noted >> ((first + i) & 63) & 1)
      return 1;
  return 0;
}
/* That memory was freed. It may be called with any lock. */
void wait_turns_freed(uintptr_t at, size_t size);

#endif
