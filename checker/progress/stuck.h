/* stuck.h: which threads can certainly never go on.
 *
 * Only what was told counts as proof: the thread has been in its call for a second, so have all
 * threads of the ranks it waits for, and none of these is about to do what it waits for. */
#ifndef FENCEPOST_STUCK_H
#define FENCEPOST_STUCK_H

#include "standstill.h"

struct knot {
  const struct scene *scene;
  unsigned char *stuck; /* one for each thread of the scene */
  int closed;           /* a thread that a signal or a clock may set free is not stuck */
  int soon;             /* how long a thread has been in its call does not matter */
};

/* Fills in `stuck`, which needs room for all threads. It begins with every thread that may be
 * stuck, and removes those that wait for one that may go on, until nothing changes. */
void stuck_find(struct knot *k);

/* stuck_is_gone: the rank can do nothing more but end. stuck_blocks: w is stuck, and the rank
 * (or each of its threads) keeps it from going on. */
int stuck_is_gone(const struct knot *k, int32_t rank);
int stuck_blocks(const struct knot *k, const struct pending *w, int32_t peer);

#endif
