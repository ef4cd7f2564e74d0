/* send.h: messages on the sender's side. */
#ifndef FENCEPOST_SEND_H
#define FENCEPOST_SEND_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

enum mode { MODE_STANDARD, MODE_BUFFERED, MODE_SYNCHRONOUS, MODE_READY };

/* Called before a message is sent, and after the call. If the library will refuse the
 * arguments, nothing is sent. */
void send_begin(struct frame *f, int64_t count, MPI_Datatype type, int dest, int tag,
                MPI_Comm comm, enum mode mode);
void send_leave(struct frame *f);

#endif
