/* receive_ack.h: what a receive gives back to a synchronous sender: the post of the receive
 * comes before the end of MPI_Ssend.
 *
 * A receiver cannot know beforehand whether the message it will match is synchronous, and the
 * sender must not wait for anything but its own send. So where the program can send
 * synchronously at all (imports.h; agreed on in MPI_Init) each receive that names source and
 * tag releases before it is posted, under the number of the message it will match; a matched
 * probe releases when it has found one. The sender takes the release if it has come when its
 * send is complete: it was sent before the library could match. It forgets the releases that
 * belong to other messages.
 *
 * What is missed (a possible false positive): receives with a wildcard, or posted while it is
 * open which messages an earlier wildcard or cancelled one takes; a library that delivers the
 * release later than the end of the send it was sent before; programs that find MPI_Ssend by
 * dlsym. */
#ifndef FENCEPOST_BACK_H
#define FENCEPOST_BACK_H

#include <stdint.h>
#include "interpose/base/thread.h"

/* At the receiver: the `number`-th message of `rank` under `key` is about to be received. */
void back_release(struct frame *f, int32_t rank, uint64_t key, uint64_t number);
/* At the sender: the message is about to be sent; or was sent (was not, if `ok` is 0). */
void back_begin(struct frame *f, int32_t rank, uint64_t key, uint64_t number, int synchronous);
void back_end(struct frame *f, int32_t rank, uint64_t key, uint64_t number, int ok);
/* An event of another rank, which is about to be fed. */
void back_arrive(struct event *e);

#endif
