/* schedule.h: chooses the order in which the ranks make the calls of a program. A call that
 * waits for others leaves when MPI would let it; locks are granted one by one. */
#ifndef ORACLE_SCHEDULE_H
#define ORACLE_SCHEDULE_H

#include "program.h"

struct step {
  int call, phase; /* enum event_phase */
};

struct call_set {
  uint64_t word[(ACTS + 63) / 64];
};
struct schedule {
  const struct program *p;
  int as_listed;
  uint64_t random;
  /* Which calls must have been entered before a call is entered, and before it leaves. */
  struct call_set before_enter[ACTS], before_leave[ACTS];
  struct call_set entered, held;  /* held: the locks and posts whose epochs are open */
  int end[ACTS];                  /* the call that ends the epoch of a lock or post */
  int next[RANKS], inside[RANKS]; /* next: call; inside: that call was entered, but not left */
};

/* The order is random, or that of the list. The list always leads to the end of a legal
 * program; a random order may lead to a deadlock. */
void schedule_begin(struct schedule *s, const struct program *p, int as_listed);
/* Chooses what happens next, but not at the ranks whose bits are set. Returns 0 if nothing
 * can. */
int schedule_next(struct schedule *s, unsigned not_at, struct step *out);
/* Notes that the step has been made. */
void schedule_take(struct schedule *s, const struct step *step);
int schedule_ended(const struct schedule *s);

#endif
