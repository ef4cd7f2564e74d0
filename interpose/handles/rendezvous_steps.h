/* rendezvous_steps.h: what would wait for what if no message were buffered: if every standard
 * send waited until its receive is posted (section 3.5 lets a library do so), and every
 * collective call until all processes have come to it (chapter 5 lets it do so).
 *
 * The steps of a process are the sends, receives and collective calls that it has waited for.
 * The journal gets, for a message that the process received, the steps of the same thread after
 * which the receive was posted: until then the sender would have waited. For a message that it
 * sent, the steps after which the send began: until then the receiver waited. For a collective
 * call, the steps after which the process came to it: until then the others would have waited.
 * The report looks for circles. Of messages of one process with one tag by the same call, after
 * a step from the same place, the first 8 are kept (rendezvous_kept.h), and the same of
 * collective calls on a communicator; 4096 in all.
 *
 * A message is known by the ranks, the key and its number under the key (edge.h). Nothing is
 * followed if several threads may call MPI at once. Costs some 30 instructions for a message
 * and 40 for a step. At first the stack of each step is looked up. When 64 calls in a row that
 * return to one address had one stack, it is looked up every 65th time only, as long as the
 * stack pointer is the same. So the line of a step is always right; the functions around it may
 * be those of an earlier call. */
#ifndef FENCEPOST_RENDEZVOUS_STEPS_H
#define FENCEPOST_RENDEZVOUS_STEPS_H

#include <stdint.h>
#include "rendezvous_kept.h"
#include "maker.h"
#include "interpose/base/thread.h"

/* A step: the call has waited for the message to come, or for its receive to be posted (or
 * would have without buffers). */
void rendezvous_step(struct frame *f, const struct message *m);
/* Whether nothing new would be kept of a message that the process is about to send or receive,
 * and the stack of the call is known. */
int rendezvous_known(const struct frame *f, const struct message *m);
/* A call has made an operation of the handle that stands for all that are complete at once;
 * with f->sent.kept it is the send of f->sent. Which of them a call completes is not known: but
 * all are, when as many were completed as were made. */
void rendezvous_begin(struct frame *f);
int rendezvous_any(void);
/* The call has completed n of them. `waits`: whether it would have waited for the receive. */
void rendezvous_end(struct frame *f, int n, int waits);
/* Returns how many steps there were so far. */
uint64_t rendezvous_steps(void);
/* The message was taken by a receive that the call of `at` (NULL: of `f`) posted after so many
 * steps; or a send of it began then. */
void rendezvous_after(const struct frame *f, const struct message *m, uint64_t steps,
                      const struct maker *at);
/* The number-th collective call on the communicator, which blocks, is over; it began after so
 * many steps. */
void rendezvous_collective(struct frame *f, uint64_t comm, int64_t number, uint64_t steps);

#endif
