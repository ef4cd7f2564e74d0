/* bsend_buffer.h: how sends in buffered mode tell what buffer they need. */
#ifndef FENCEPOST_ATTACH_H
#define FENCEPOST_ATTACH_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

/* Returns how many bytes of the attached buffer a message takes, with the overhead; -1: not
 * known, or it takes another buffer. */
int64_t attach_need(MPI_Comm comm, int64_t count, MPI_Datatype type);
/* A message is about to be sent, described by f->sent, to `rank` of the world (-1: to another
 * world). */
void attach_send(struct frame *f, int64_t need, int32_t rank, uint64_t key);
/* The call that sends it has returned. */
void attach_sent(struct frame *f, int64_t need);
/* The communicator is about to be freed, and a buffer of its own with it. */
void attach_over(struct frame *f, MPI_Comm comm);
/* Calls `each` for the receivers of messages since the buffer was attached; for none, if not
 * all receivers are known. */
void attach_each(void *context, void (*each)(void *context, int32_t rank, uint64_t key));

#endif
