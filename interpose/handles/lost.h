/* lost.h: the handle that a library gives to every operation that is complete at once
 * (request_shared) tells no two of them apart, but each has to be completed all the same: how
 * many were started is held against how many were completed or freed. Where a call was given
 * the variable in which an operation was started, that one is taken to be complete. */
#ifndef FENCEPOST_LOST_H
#define FENCEPOST_LOST_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

/* The call has put the shared handle into the variable. */
void lost_started(struct frame *f, const MPI_Request *variable);
int lost_any(void); /* there was one */
/* The call is to complete or free the operation. */
void lost_ended(const struct frame *f, const MPI_Request *variable);
/* MPI_Request_get_status has said that one is complete: it may be any. */
void lost_told(void);
void lost_finalize(struct frame *f);

#endif
