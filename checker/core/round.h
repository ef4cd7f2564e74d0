/* round.h: which messages have arrived everywhere. */
#ifndef FENCEPOST_ROUND_H
#define FENCEPOST_ROUND_H

#include "include/event.h"

struct check;

/* After the n-th call that all ranks of the world must enter, a rank numbers its events from n
 * GENERATION on. */
#define GENERATION (1ull << 40)

/* How many of the sent messages have arrived; see round.c. Rounds are numbered from 0. */
#define QUIET_ROUNDS 4
struct quiet {
  /* All that any rank sent before this event has arrived, at this rank as well. */
  uint64_t time;
  uint64_t round; /* that has begun */
  /* Number of messages sent: in all, before this round, before the last round. */
  uint64_t sent, next_cut, cut;
  uint64_t came[QUIET_ROUNDS]; /* messages that arrived, by the round in which they were sent,
                                  modulo QUIET_ROUNDS; */
  uint64_t older;              /* and before */
  struct event_quiet child[2]; /* what the two ranks below this one in the tree said last */
  uint64_t told, passed; /* last round that was told to the rank above; last round in which
                            nothing was missing */
};

void round_sent(struct check *c);
void round_came(struct check *c, uint64_t generation);
void round_enter(struct check *c);
void round_undo(struct check *c);
void round_leave(struct check *c);
/* The process made calls that were not counted here; time.generation already has their
 * number. */
void round_skip(struct check *c);
/* There are other ranks than before, and no message is on its way. */
void round_restart(struct check *c);

#endif
