/* stale_requests.h: handles whose requests are over.
 *
 * The last requests that were over are remembered by their handles. If a call is given a handle
 * that is not followed, it is looked for among them. Open MPI's Fortran bindings turn the
 * handle of a request that is over into a null pointer, so then nothing more is known about
 * it. */
#ifndef FENCEPOST_STALE_REQUESTS_H
#define FENCEPOST_STALE_REQUESTS_H

#include "maker.h"
#include "interpose/base/mpi_call.h"

/* A request is over. */
void stale_add(MPI_Request handle, const struct maker *m);
/* Returns whether any request ever was. */
int stale_any(void);
/* The call of `f` is given a handle that is not followed. Reports it if it is over,
 * or that of no request. */
void stale_check(struct frame *f, MPI_Request handle);

#endif
