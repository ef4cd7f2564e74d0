/* completion.h: what the calls that complete requests (completion.c) tell the requests
 * (request.c). */
#ifndef FENCEPOST_COMPLETION_H
#define FENCEPOST_COMPLETION_H

#include "mpi_call.h"
#include "thread.h"

int requests_any(void);
void requests_busy(const MPI_Request *handles, int n, int change);
/* The call of `f` has completed the request that had this handle before it. */
void request_complete(struct frame *f, MPI_Request handle, const MPI_Status *status, int ok);
/* It has found that the operation is complete, and left the request as it is. */
void request_note(struct frame *f, MPI_Request handle, const MPI_Status *status);

#endif
