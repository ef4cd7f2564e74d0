/* request.h: requests of request-based RMA operations, by handle. The one handle that a library
 * gives to all operations that are complete at once is not followed. Costs nothing while there
 * is none. */
#ifndef FENCEPOST_REQUEST_H
#define FENCEPOST_REQUEST_H

#include <stdint.h>
#include "mpi_call.h"

/* Returns whether the handle will be followed. */
int request_track(MPI_Request handle, uint64_t id);

#endif
