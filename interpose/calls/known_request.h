/* known_request.h: nonblocking messages of a dormant process (dormant.h) that are like one
 * before.
 *
 * What such a call leaves behind is what its hooks would leave: a request that is followed, an
 * operation of its buffer, a receive that is posted or a message that is counted. So whatever
 * comes later finds nothing special. But what depends on the call's place and arguments alone
 * is not looked up again. A place is a call's return address, communicator, rank and tag. It is
 * found anew when a communicator or datatype was freed since or the stack is another one.
 *
 * The functions are like those of known_message.h. */
#ifndef FENCEPOST_KNOWN_REQUEST_H
#define FENCEPOST_KNOWN_REQUEST_H

#include "interpose/base/mpi_frame.h"

int known_enter_Isend(struct frame *f);
int known_leave_Isend(struct frame *f);
int known_enter_Irecv(struct frame *f);
int known_leave_Irecv(struct frame *f);

#endif
