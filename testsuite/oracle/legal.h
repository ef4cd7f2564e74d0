/* legal.h: whether a list of calls is one legal interleaving: epochs opened, matched and closed
 * as section 11.5 asks, locks free when they are taken, messages sent before they are received,
 * operations inside windows. Races are what is left to be found. */
#ifndef ORACLE_LEGAL_H
#define ORACLE_LEGAL_H

#include "program.h"

#define KEYS 3
#define REQUESTS 64 /* a rank's requests are 1 ... */

enum access_epoch { ACCESS_NONE, ACCESS_START, ACCESS_LOCK, ACCESS_LOCK_ALL };
/* What the last fence opened: nothing, what may be a fence epoch, what is one, what is not. */
enum fence_epoch { FENCE_SHUT, FENCE_OPEN, FENCE_USED, FENCE_UNUSED };
enum life { LIFE_NONE, LIFE_CREATED, LIFE_READY, LIFE_FREED };

struct legal_window {
  enum life life;
  enum fence_epoch fence;
  int attached; /* bits: indices, as everywhere in here */
  enum access_epoch access[RANKS];
  int started[RANKS], posted[RANKS], exposed;
  int lock[RANKS][RANKS]; /* by origin and target: 1 shared, 2 exclusive */
  int posts[RANKS][RANKS], starts[RANKS][RANKS], completes[RANKS][RANKS]; /* target, origin */
};

struct legal {
  const struct program *p;
  struct legal_window window[WINDOWS + 1];
  struct act collective; /* under way, while */
  int missing;           /* ranks still have to call it */
  int sent[RANKS][RANKS][KEYS];
  uint64_t taken[RANKS][RANKS][KEYS];
  uint64_t used[RANKS], pending[RANKS]; /* requests */
};

void legal_begin(struct legal *l, const struct program *p);
int legal_step(struct legal *l, const struct act *c); /* 0: not legal here, nothing changes */
int legal_end(const struct legal *l);
int legal_program(const struct program *p);

/* Parts of it: one call on its window by the member with index `me`. */
int legal_post(struct legal_window *s, const struct act *c, int me);
int legal_start(struct legal_window *s, const struct act *c, int me);
int legal_complete(struct legal_window *s, int me);
int legal_wait(struct legal_window *s, const struct act *c, int me);
int legal_lock(struct legal_window *s, const struct act *c, int me, int count);
int legal_unlock(struct legal_window *s, const struct act *c, int me, int count);

#endif
