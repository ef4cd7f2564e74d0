/* rendezvous.h: standard sends that would wait for each other if no message were buffered, and
 * if every collective call waited for all processes. The standard allows a library to do so
 * (section 3.5, chapter 5).
 *
 * A rendezvous is something that a process would wait for: the receive of a message, its send,
 * or all processes at a collective call. Each EVENT_RENDEZVOUS says that a process came to one,
 * and which steps of its own came before. Each step is a rendezvous itself, and so the later
 * one waits for the earlier one. A circle that has a send in it is the finding `unsafe-send`;
 * another circle that has a collective call in it is `unsafe-collective`. A circle of receives
 * alone would be a deadlock, and that did not happen. From each set of rendezvous that all wait
 * for each other a shortest circle is told, as a finding of the lowest rank in it.
 *
 * MPI_Win_start may wait for MPI_Win_post as a send does for its receive, and MPI_Win_wait
 * waits for MPI_Win_complete as a receive does for its send (section 11.5.2). A circle with a
 * start in it is `unsafe-start`.
 *
 * A circle is given as an array: rendezvous i + 1 is a step that a process makes before it
 * comes to rendezvous i. */
#ifndef FENCEPOST_RENDEZVOUS_H
#define FENCEPOST_RENDEZVOUS_H

#include "include/hash.h"
#include "progress_state.h"

/* Who would wait at a rendezvous, for a process that must finish other steps first. */
enum side {
  SENDER,   /* of a send: waits until the receiver posts the receive */
  RECEIVER, /* of a receive: waits until the sender sends */
  EVERYONE  /* of a collective call: waits until every process has come to it */
};

struct rendezvous {
  struct rendezvous_name {
    int64_t side, from, to, key, number;
  } name;
  struct arrival *arrivals, *next; /* `next`: the one to look at next, */
  int32_t next_step;
  size_t order, low; /* for the search of components; order 0: not visited yet */
  int open;
  struct rendezvous *parent;
  UT_hash_handle hh;
};

/* What one process says about a rendezvous: its own steps before it. */
struct arrival {
  struct arrival *more;
  int32_t rank, count;
  struct event_step step, after[];
};

struct unbuffered {
  struct rendezvous *all;
  /* Not in a component yet; after that the queue of a breadth-first search. */
  struct rendezvous **path;
  size_t depth, count, orders;
};

/* Returns the step of `before` that is `at`. Its arrival is one of the arrivals of `before`. */
struct link {
  const struct rendezvous *at;
  const struct arrival *arrival;
  const struct event_step *step;
};
struct link rendezvous_link(const struct unbuffered *u, const struct rendezvous *before,
                            const struct rendezvous *at);

/* Makes the circle a finding. Cost: linear in the circle and in the steps before it. */
void rendezvous_tell(struct progress *p, struct rendezvous *const *circle, size_t n);

#endif
