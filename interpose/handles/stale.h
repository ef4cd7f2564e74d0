/* stale.h: handles that are of no request any more.
 *
 * The last requests that were over are remembered by their handles: one that is not followed is
 * looked for among them. Open MPI's Fortran bindings turn a handle that is over into a null
 * pointer, which no request of that library has: nothing more is known of it then. */
#ifndef FENCEPOST_STALE_H
#define FENCEPOST_STALE_H

#include "maker.h"
#include "interpose/base/mpi_call.h"

/* A request is over. */
void stale_add(MPI_Request handle, const struct maker *m);
/* Whether any ever was. */
int stale_any(void);
/* The call of `f` is given a handle that is not followed: reports one that is over. */
void stale_check(struct frame *f, MPI_Request handle);

#endif
