/* wait.h: what one thread of one rank waits for, and which peers have not done their part.
 *
 * A struct wait is made from the last hang record of a thread. Everything is borrowed from the
 * journals except `missing`. */
#ifndef FENCEPOST_WAIT_H
#define FENCEPOST_WAIT_H

#include "report/input/journals.h"

enum wait_kind {
  WAIT_NONE, /* not in a call, or nobody knows for what */
  WAIT_POST,
  WAIT_COMPLETE,
  WAIT_FENCE,
  WAIT_LOCK,
  WAIT_COLLECTIVE,
  WAIT_SEND,
  WAIT_RECV,
  WAIT_REQUEST,
  WAIT_EXCHANGE
};

struct wait {
  const struct rank *rank;
  const json_t *record;
  const json_t *wait; /* in it: what is waited for; of several that all must be there, the first
                         that is not */
  const char *call, *args, *window;
  const char *part; /* WAIT_COLLECTIVE: what the others are to call */
  double seconds;
  int in_call;
  enum wait_kind kind;
  int sure;        /* WAIT_LOCK: `missing` hold locks that exclude the one waited for */
  int some;        /* WAIT_COLLECTIVE: it waits for one or more of `missing`, not for each */
  int done;        /* all peers have done their part, as far as the records tell */
  json_t *missing; /* ranks, ascending: those that have not, or all peers if `done` */
};

struct waits {
  const struct journals *js;
  struct wait *at; /* in the order of the ranks in `js`, then of the threads */
  size_t n;
  size_t *first; /* for each rank in `js`: 1 + index of the wait to show for it; 0 = none */
  size_t *from;  /* for each: index of its first wait; of the next rank: one past its last */
};

/* From the hang records of ranks that have no `end`. -1 when memory runs out. */
int waits_read(struct waits *ws, const struct journals *js);
void waits_free(struct waits *ws);

/* The wait to show for the rank `number` in the world of `r`; NULL if it left no record. */
const struct wait *waits_peer(const struct waits *ws, const struct rank *r, int number);

/* The index of the first wait of the rank `number` in the world of `r` in `at`, and of the
 * first of another rank after it. */
void waits_of(const struct waits *ws, const struct rank *r, int number, size_t *from,
              size_t *to);

/* Whether one of the two may be about to send what the other one receives. */
int wait_may_meet(const struct wait *w, const struct wait *p);

/* Whether w has a message for p, or waits for one, that p does not wait for or have; and
 * whether w waits for a message from p with a tag with which p has never sent one to it. */
int wait_has_unmet(const struct wait *w, const struct wait *p);
int wait_never_sent(const struct wait *w, const struct wait *p);

/* Whether both are in a collective call, of the same number on one communicator, but not in the
 * same one: they differ in what they call, or in the root. */
int wait_differs(const struct wait *w, const struct wait *p);
int wait_same_call(const struct wait *w, const struct wait *p);

/* Whether p has called MPI_Win_start for every MPI_Win_post of w's rank to it. */
int wait_has_started(const struct wait *w, const struct wait *p);

/* What is waited for: "MPI_Win_post", "a send", ... */
const char *wait_what(const struct wait *w);

/* Whether it ends only when each of `missing` does something (not: when any does). */
int wait_needs_all(const struct wait *w);
/* The same, of what is certain: of several requests some may be complete. */
int wait_needs_each(const struct wait *w);

#endif
