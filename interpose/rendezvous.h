/* rendezvous.h: what would wait for what if no message were buffered, where every standard send
 * waits until its receive is posted (section 3.5 lets a library do so) and every collective
 * call until all processes have come to it (chapter 5 lets it do so).
 *
 * For a message that this process received is written to the journal after which of its own
 * sends and collective calls, of the same thread, the receive was posted: so long the sender
 * would have waited. For a collective call, after which it was called: so long the others
 * would. The report looks for circles. Of messages of one sender with one tag that are received
 * by the same call, after sends of the same place, the first 16 are written, so of collective
 * calls on a communicator; 4096 in all.
 *
 * A message is known by the ranks, the key and its number under the key (edge.h). Not followed
 * where several threads may call MPI at once. Costs a stack lookup for each send or collective
 * call that blocks, and a table lookup for each message received and each such call. */
#ifndef FENCEPOST_RENDEZVOUS_H
#define FENCEPOST_RENDEZVOUS_H

#include <stdint.h>
#include "misuse.h"
#include "thread.h"

struct message {
  int32_t rank; /* of the other side, in the world; -1: it is a collective call */
  uint64_t key, number;
};

/* The call waits for the receive of a message to be posted, or would without buffers. */
void rendezvous_sent(struct frame *f, const struct message *m);
/* A call has made an operation of the handle that stands for all that are complete at once;
 * with f->sent.kept it is the send of f->sent. Which of them a call completes is not known: but
 * all are, when as many were completed as were made. */
void rendezvous_begin(struct frame *f);
int rendezvous_any(void);
/* The call has completed n of them; `waits`: whether it would have waited for the receive. */
void rendezvous_end(struct frame *f, int n, int waits);
/* How many sends and collective calls have returned so far: with the thread, when a receive was
 * posted. */
uint64_t rendezvous_posted(void);
/* A receive, posted by the call of `at`, took the message. */
void rendezvous_received(const struct frame *f, const struct message *m, uint64_t posted,
                         const struct maker *at);
/* The number-th blocking collective call on the communicator is over, which began when `posted`
 * had returned. */
void rendezvous_collective(struct frame *f, uint64_t comm, int64_t number, uint64_t posted);

#endif
