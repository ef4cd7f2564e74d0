/* unbuffered.h: what would wait for what if no message were buffered, where every standard send
 * waits until its receive is posted (section 3.5 lets a library do so) and every collective
 * call until all processes have come to it (chapter 5 lets it do so).
 *
 * The steps of a process are the sends, receives and collective calls that it waited for. For a
 * message that it received is written to the journal after which steps of the same thread the
 * receive was posted: so long the sender would have waited. For a message that it sent, after
 * which the send began: so long the receiver waited. For a collective call, after which it came
 * to it: so long the others would. The report looks for circles. Of messages of one process
 * with one tag by the same call, after a step of the same place, the first 8 are kept
 * (arrivals.h), so of collective calls on a communicator; 4096 in all.
 *
 * A message is known by the ranks, the key and its number under the key (edge.h). Not followed
 * where several threads may call MPI at once. Costs some 30 instructions for a message and 40
 * for a step. The stack of a step is looked up at first; where 64 calls in a row that return to
 * one address had one stack, every 65th time, as long as the stack pointer is the same. So of a
 * step the line is right, and the functions around it are, or are those of a call before. */
#ifndef FENCEPOST_UNBUFFERED_H
#define FENCEPOST_UNBUFFERED_H

#include <stdint.h>
#include "arrivals.h"
#include "maker.h"
#include "interpose/base/thread.h"

/* A step: the call has waited for the message to come; or for its receive to be posted, or
 * would have without buffers. */
void rendezvous_step(struct frame *f, const struct message *m);
/* Where the process is about to send or receive a message of which nothing new would be kept,
 * by a call whose stack is known; else NULL. And the step, when the call has waited for it. */
struct step_place *rendezvous_known(const struct frame *f, const struct message *m);
void rendezvous_again(struct step_place *p, const struct message *m);
/* A call has made an operation of the handle that stands for all that are complete at once;
 * with f->sent.kept it is the send of f->sent. Which of them a call completes is not known: but
 * all are, when as many were completed as were made. */
void rendezvous_begin(struct frame *f);
int rendezvous_any(void);
/* The call has completed n of them; `waits`: whether it would have waited for the receive. */
void rendezvous_end(struct frame *f, int n, int waits);
/* How many steps there were so far. */
uint64_t rendezvous_steps(void);
/* A receive that the call of `at` (NULL: of `f`) posted after so many steps took the message;
 * or a send of it began. */
void rendezvous_after(const struct frame *f, const struct message *m, uint64_t steps,
                      const struct maker *at);
/* The number-th collective call on the communicator, which blocks, is over, and began after so
 * many steps. */
void rendezvous_collective(struct frame *f, uint64_t comm, int64_t number, uint64_t steps);

#endif
