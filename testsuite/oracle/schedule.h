/* schedule.h: in which order the ranks do what a program says: calls that wait for others leave
 * when MPI would let them, locks are granted one by one. */
#ifndef ORACLE_SCHEDULE_H
#define ORACLE_SCHEDULE_H

#include "program.h"

struct step {
  int call, phase; /* enum event_phase */
};
struct schedule {
  int count;
  struct step step[2 * ACTS];
};

/* At random, by program.schedule; as listed where that would end in a deadlock. 0: that does,
 * too: the program is not legal. */
int schedule_make(struct schedule *s, const struct program *p);
/* Whether a call has an event after it. */
int schedule_leaves(const struct act *c);

#endif
