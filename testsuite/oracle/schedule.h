/* schedule.h: in which order the ranks do what a program says: calls that wait for others leave
 * when MPI would let them, locks are granted one by one. */
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
  struct call_set before_enter[ACTS], before_leave[ACTS]; /* which must have been entered */
  struct call_set entered, held;                          /* held: locks and exposures, now */
  int end[ACTS];                                          /* of locks and posts: what ends it */
  int next[RANKS], inside[RANKS];                         /* calls; inside: it was entered */
};

/* At random, or in the order of the list, which always comes to the end of a legal program;
 * another order may end in a deadlock. */
void schedule_begin(struct schedule *s, const struct program *p, int as_listed);
/* What could happen next, not at the ranks of which the bits are set. 0: nothing. */
int schedule_next(struct schedule *s, unsigned not_at, struct step *out);
void schedule_take(struct schedule *s, const struct step *step); /* it happens */
int schedule_ended(const struct schedule *s);

#endif
