/* wildcard.h: receives and probes with MPI_ANY_SOURCE that could have taken another message
 * than they did. Only files of checker/ include it.
 *
 * Messages of different senders may come in any order (section 3.5). A receive w that names no
 * source could have taken a message of another sender than in this run if
 *   - it matches w, and no message of that sender that matches w came before it (messages of
 * one sender do not overtake each other),
 *   - it was taken by a receive that was posted after w (one that was posted before w is
 * earlier in line), and
 *   - its sender did not know, when it sent it, that w was over.
 * That is the note message-race. It is message-luck if that message does not fit w, or if it
 * was taken by a receive that names its source, and no later receive would take the other one.
 *
 * The last WILDCARD_PAST receives that are over are compared with each other. If one of them
 * was forgotten before another one that was posted earlier is over, or if it is not known what
 * it took, the latter is not judged: it is not known which message of the sender was the first.
 * Cost: some hundred comparisons for each receive; nothing where nobody asks (RECEIVE_RACES).
 */
#ifndef FENCEPOST_WILDCARD_H
#define FENCEPOST_WILDCARD_H

#include <stdint.h>

#define WILDCARD_PAST 32
#define WILDCARD_SUSPECTS 16

struct check;
struct event_edge;
struct posted;
struct release;
struct received;
struct starved;

struct wildcards {
  struct received *past;   /* a ring of the last ones that are over; NULL: there was none */
  unsigned count;          /* of all that were */
  uint64_t forgotten;      /* when the last posted of those was posted that are no more in it */
  struct starved *suspect; /* NULL: there was none */
  unsigned suspects;
};

/* The receive or probe p is over and has taken or found the message m, as event `x` says;
 * NULL: it is not known which message that is. */
void wildcard_over(struct check *c, const struct posted *p, const struct event_edge *x,
                   const struct release *m);
/* All messages have come: what would never have been received is told. */
void wildcard_finalize(struct check *c);
void wildcard_free(struct check *c);

#endif
