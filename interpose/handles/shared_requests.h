/* shared_requests.h: operations that are never completed, where a library gives one and the
 * same handle to every operation that is complete at once (request_shared; others are followed
 * by request.h). Each of them has to be completed nevertheless. So we compare how many were
 * started with how many were completed or freed. If a call is given the variable into which an
 * operation's handle was put, that operation is taken to be complete. */
#ifndef FENCEPOST_SHARED_REQUESTS_H
#define FENCEPOST_SHARED_REQUESTS_H

#include "maker.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

/* The call has put the shared handle into the variable. */
void shared_requests_started(struct frame *f, const MPI_Request *variable);
int shared_requests_any(void); /* there was one */
/* The same for a call from a place that is known, which lasts. */
struct lost_place *shared_requests_place(struct maker m);
void shared_requests_started_at(struct lost_place *p, const MPI_Request *variable, int copy);
/* The call completes or frees the operation. If none is left, the handle is one of an operation
 * that is over. `copy`: as shared_requests_copied returns it. */
void shared_requests_ended(struct frame *f, const MPI_Request *variable, int copy);
/* Returns the number of the thread whose operation has put the handle into the variable; -1:
 * that is not known. */
int shared_requests_starter(const MPI_Request *variable);
/* Open MPI's Fortran bindings pass on copies of the variables, so their addresses mean
 * nothing. */
int shared_requests_copied(const struct frame *f);
/* MPI_Request_get_status has said that an operation is complete; it may be any of them. */
void shared_requests_told(void);
void shared_requests_finalize(struct frame *f);

#endif
