/* bsend_buffer.h: what sends in buffered mode tell of the buffer they need. */
#ifndef FENCEPOST_ATTACH_H
#define FENCEPOST_ATTACH_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

/* Bytes of buffer that a message takes, with the overhead; -1: not known. */
int64_t attach_need(int64_t count, MPI_Datatype type);
/* One is about to be sent, as f->sent tells, to `rank` of the world (-1: of another one). */
void attach_send(struct frame *f, int64_t need, int32_t rank, uint64_t key);
/* The call has returned. */
void attach_sent(struct frame *f, int64_t need);
/* To whom messages went since the buffer was attached; none, if that is not known of all. */
void attach_each(void *context, void (*each)(void *context, int32_t rank, uint64_t key));

#endif
