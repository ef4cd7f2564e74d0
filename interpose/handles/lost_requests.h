/* lost_requests.h: operations that are lost although their requests all have one handle: the
 * one that a library gives to every operation that is complete at once (request_shared). Each
 * of them has to be completed nevertheless. So we compare how many were started with how many
 * were completed or freed. If a call is given the variable into which an operation's handle was
 * put, that operation is taken to be complete. */
#ifndef FENCEPOST_LOST_REQUESTS_H
#define FENCEPOST_LOST_REQUESTS_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

/* The call has put the shared handle into the variable. */
void lost_started(struct frame *f, const MPI_Request *variable);
int lost_any(void); /* there was one */
/* The call will complete or free the operation. */
void lost_ended(const struct frame *f, const MPI_Request *variable);
/* MPI_Request_get_status has said that an operation is complete; it may be any of them. */
void lost_told(void);
void lost_finalize(struct frame *f);

#endif
