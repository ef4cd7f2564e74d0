/* send.h: messages, on the side of the sender. */
#ifndef FENCEPOST_SEND_H
#define FENCEPOST_SEND_H

#include "mpi_call.h"
#include "thread.h"

/* Before a message is sent, and after the call. */
void send_begin(struct frame *f, MPI_Comm comm, int dest, int tag);
void send_leave(struct frame *f);

#endif
