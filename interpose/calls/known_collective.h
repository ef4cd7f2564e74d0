/* known_collective.h: calls of MPI_Allreduce by a dormant process (dormant.h) with the
 * arguments of the call before from the same place. That the buffers do not overlap, and that
 * the call gives data from all to all, is known then. The functions are like those of
 * known_message.h. */
#ifndef FENCEPOST_KNOWN_COLLECTIVE_H
#define FENCEPOST_KNOWN_COLLECTIVE_H

#include "interpose/base/mpi_frame.h"

int known_enter_Allreduce(struct frame *f);
int known_leave_Allreduce(struct frame *f);

#endif
