/* known_op.h: an RMA operation by the line that made the one before it, with the same arguments
 * but for its displacement and the address of its buffer. It does without an event: the checker
 * is told the two (check_again in include/check.h). So does MPI_Win_flush of its target. Not
 * with
 * --record, nor while loads and stores have to be told first.
 *
 * Each thread remembers one operation. Costs some 500 instructions instead of 1,500.
 *
 * Programs with many windows complete what they have done by a flush of each. Most of these
 * have nothing to complete: then the checker need not hear of them, while one thread calls MPI.
 */
#ifndef FENCEPOST_KNOWN_OP_H
#define FENCEPOST_KNOWN_OP_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

/* What is the same each time. */
struct op_args {
  MPI_Win win;
  int target;
  int64_t origin_count, target_count;
  MPI_Datatype origin_type, target_type;
  MPI_Op op; /* MPI_OP_NULL: none */
};

/* Before the call. Return 0 if its event must be fed. Else frame.mark is set, and the thread's
 * event has the window and the target alone. */
int known_op(struct frame *f, const struct op_args *a, const void *origin, MPI_Aint disp);
int known_flush(struct frame *f, MPI_Win win, int target);
/* The thread's event of such an operation was fed. */
void known_op_keep(struct frame *f, const struct op_args *a, const void *origin);
/* After MPI_Win_flush. Returns 0 if its event must be fed. */
int known_flushed(const struct frame *f);
/* For wrap.c. Before MPI_Win_flush_all and _flush_local_all: returns whether there is nothing
 * to complete. After such a call: returns whether it has succeeded. */
int known_enter_Win_flush_all(struct frame *f);
int known_leave_Win_flush_all(struct frame *f);
int known_enter_Win_flush_local_all(struct frame *f);
int known_leave_Win_flush_local_all(struct frame *f);
/* The event of one of these calls was fed. */
void known_flush_keep(const struct frame *f);
/* Makes the thread's event whole. */
void known_event(struct frame *f, int kind);

#endif
