/* rendezvous.h: standard sends that would wait for each other if no message were buffered and
 * if every collective call waited for all processes (the standard lets a library do so: section
 * 3.5, chapter 5).
 *
 * A rendezvous is what somebody would wait for: the receive of a message, its send, or all
 * processes at a collective call. Each EVENT_RENDEZVOUS says that a process came to one, and
 * after which steps of its own: each step is a rendezvous itself, so the one waits for the
 * other. A circle with a send in it is the finding `unsafe-send`, another one with
 * a collective call `unsafe-collective`; receives alone would be a deadlock, which did not
 * happen. Of each set of rendezvous that all wait for each other, a shortest
 * circle is told, of the rank of the lowest number in it.
 *
 * A circle is given as an array: rendezvous i + 1 is a step of a process that comes to
 * rendezvous i after it. */
#ifndef FENCEPOST_RENDEZVOUS_H
#define FENCEPOST_RENDEZVOUS_H

#include "include/hash.h"
#include "progress_state.h"

/* Who would wait, for steps of a process that has to come to something before. */
enum side {
  SENDER,   /* a send: for the receiver to post the receive */
  RECEIVER, /* a receive: for the sender to send */
  EVERYONE  /* a collective call: for every process to come to it */
};

struct rendezvous {
  struct rendezvous_name {
    int64_t side, from, to, key, number;
  } name;
  struct arrival *arrivals, *next; /* next: to look at, with */
  int32_t next_step;
  size_t order, low; /* see search; 0: not come to */
  int open;
  struct rendezvous *parent;
  UT_hash_handle hh;
};

/* What one process tells of it: the steps of its own before. */
struct arrival {
  struct arrival *more;
  int32_t rank, count;
  struct event_step step, after[];
};

struct unbuffered {
  struct rendezvous *all;
  struct rendezvous **path; /* not yet in a component; then the queue of a breadth-first
                               search */
  size_t depth, count, orders;
};

/* The step of `before` that `at` is; its arrival is one of `before`. */
struct link {
  const struct rendezvous *at;
  const struct arrival *arrival;
  const struct event_step *step;
};
struct link rendezvous_link(const struct unbuffered *u, const struct rendezvous *before,
                            const struct rendezvous *at);

/* Gives out the circle as a finding. Cost: linear in it and in the steps before it. */
void rendezvous_tell(struct progress *p, struct rendezvous *const *circle, size_t n);

#endif
