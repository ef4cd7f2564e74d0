/* send.h: messages on the sender's side. */
#ifndef FENCEPOST_SEND_H
#define FENCEPOST_SEND_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

enum mode { MODE_STANDARD, MODE_BUFFERED, MODE_SYNCHRONOUS, MODE_READY };

/* Where a message goes, if that is followed. */
struct send_route {
  int32_t rank; /* in the world */
  uint64_t key;
  int tag;
};
/* 0: it is not, or the library will refuse it. */
int send_route(struct send_route *r, MPI_Comm handle, int dest, int tag);

/* Before a message is sent, and after the call. Arguments that the library will refuse send
 * nothing. */
void send_begin(struct frame *f, int64_t count, MPI_Datatype type, int dest, int tag,
                MPI_Comm comm, enum mode mode);
void send_leave(struct frame *f);
/* The same after a call that waits until the message is sent. */
void send_leave_blocking(struct frame *f);

#endif
