/* asked_requests.h: whether the library may be asked for the status of a persistent request.
 *
 * MPI_Request_get_status must leave the request as it is (section 3.7.6). Some libraries,
 * MPICH 4.2.1 for one, make a complete persistent request inactive, so that the program's own
 * call to complete it gets an empty status, or passes it by. */
#ifndef FENCEPOST_ASKED_REQUESTS_H
#define FENCEPOST_ASKED_REQUESTS_H

#include <mpi.h>

/* Tries it with a message of this process to itself on `own`, a communicator of ours. Once,
 * before the program makes requests. */
void asked_requests_try(MPI_Comm own);
/* 0 until it was tried. */
int asked_requests_stay_active(void);

#endif
