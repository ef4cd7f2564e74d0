/* legal.h: decides whether a list of calls is a legal interleaving: epochs are opened, matched
 * and closed as section 11.5 asks, locks are free when they are taken, messages are sent before
 * they are received, operations stay inside windows. Then races are the only mistakes that can
 * be left. */
#ifndef ORACLE_LEGAL_H
#define ORACLE_LEGAL_H

#include "program.h"

#define KEYS 3
#define REQUESTS 64 /* a rank's requests are numbered from 1 */

enum access_epoch { ACCESS_NONE, ACCESS_START, ACCESS_LOCK, ACCESS_LOCK_ALL };
/* What the last fence has begun: nothing; perhaps a fence epoch; a fence epoch, because an
 * operation has used it; none, because other synchronisation was used. */
enum fence_epoch { FENCE_SHUT, FENCE_OPEN, FENCE_USED, FENCE_UNUSED };
enum life { LIFE_NONE, LIFE_CREATED, LIFE_READY, LIFE_FREED };

struct legal_window {
  enum life life;
  enum fence_epoch fence;
  int attached; /* a bit for each index in the window, as in the other sets below */
  enum access_epoch access[RANKS];
  int started[RANKS], posted[RANKS], exposed;
  int lock[RANKS][RANKS]; /* by origin and target: 1 shared, 2 exclusive */
  /* How many calls there were, by target and origin. */
  int posts[RANKS][RANKS], starts[RANKS][RANKS], completes[RANKS][RANKS];
};

struct legal {
  const struct program *p;
  struct legal_window window[WINDOWS + 1];
  struct act collective; /* a collective call that only some ranks have made so far */
  int missing;           /* bits: the ranks that still have to make it; 0: there is none */
  int sent[RANKS][RANKS][KEYS];
  uint64_t taken[RANKS][RANKS][KEYS];
  uint64_t used[RANKS], pending[RANKS]; /* requests */
};

void legal_begin(struct legal *l, const struct program *p);
int legal_step(struct legal *l,
               const struct act *c); /* 0: it is not legal here; nothing changes */
int legal_end(const struct legal *l);
int legal_program(const struct program *p);

/* Parts of legal_step: a call on the window `s` by the member with index `me`. */
int legal_post(struct legal_window *s, const struct act *c, int me);
int legal_start(struct legal_window *s, const struct act *c, int me);
int legal_complete(struct legal_window *s, int me);
int legal_wait(struct legal_window *s, const struct act *c, int me);
int legal_lock(struct legal_window *s, const struct act *c, int me, int count);
int legal_unlock(struct legal_window *s, const struct act *c, int me, int count);

#endif
