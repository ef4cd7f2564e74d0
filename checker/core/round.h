/* round.h: which messages have come from everybody. */
#ifndef FENCEPOST_ROUND_H
#define FENCEPOST_ROUND_H

#include "include/event.h"

struct check;

/* With the n-th call that all ranks of the world must enter, a rank's events are numbered from
 * n * GENERATION on. */
#define GENERATION (1ull << 40)

/* What has come of what was sent; see round.c. Rounds count from 0. */
#define QUIET_ROUNDS 4
struct quiet {
  uint64_t time;                /* what any rank sent before this event has come, here too */
  uint64_t round;               /* that has begun */
  uint64_t sent, next_cut, cut; /* messages: all, before this round, before the last one */
  uint64_t came[QUIET_ROUNDS];  /* by the round they were sent in, modulo; */
  uint64_t older;               /* and before */
  struct event_quiet child[2];  /* what the ranks below said last */
  uint64_t told, passed;        /* round that was told above; that nothing is missing of */
};

void round_sent(struct check *c);
void round_came(struct check *c, uint64_t generation);
void round_enter(struct check *c);
void round_undo(struct check *c);
void round_leave(struct check *c);
/* Calls were made that were not counted here; they are in time.generation now. */
void round_skip(struct check *c);

#endif
