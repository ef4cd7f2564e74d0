/* known_message.h: messages of a dormant process (dormant.h) that are like one before.
 *
 * Such a message changes two counters and a few numbers. Where its communicator, rank and tag
 * were met before, these are at hand, and the hooks of the call need not run. Each function
 * returns 0, with nothing changed, when they must: an unknown message, a thread
 * that is not alone, buffers that are looked at, a process that is awake or has just heard of
 * one. A message costs some 100 instructions then. */
#ifndef FENCEPOST_KNOWN_MESSAGE_H
#define FENCEPOST_KNOWN_MESSAGE_H

#include "interpose/base/mpi_frame.h"

/* known_enter_* run before the call, in place of its hooks, and leave in the frame what the
 * hooks after the call need. known_leave_* run after it; if one returns 0 these hooks must run.
 */
int known_enter_Send(struct frame *f);
int known_leave_Send(struct frame *f);
int known_enter_Recv(struct frame *f);
int known_leave_Recv(struct frame *f);
int known_enter_Sendrecv(struct frame *f);
int known_leave_Sendrecv(struct frame *f);

#endif
