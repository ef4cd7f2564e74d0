/* stuck.h: which threads can certainly never go on.
 *
 * Only what was told proves it: each has been in its call for a second, all threads of those it
 * waits for have, and what it waits for is not what the other is about to do. */
#ifndef FENCEPOST_STUCK_H
#define FENCEPOST_STUCK_H

#include "standstill.h"

struct knot {
  const struct scene *scene;
  unsigned char *stuck; /* for each of the scene's threads */
};

/* Fills in `stuck`, which has room for all. Begins with all that may be and takes out, until
 * nothing changes, those that wait for one that may go on. */
void stuck_find(struct knot *k);

/* Of a thread that is stuck: whether that rank can do no more than end; and whether it, or all
 * threads of it, keep w from going on. */
int stuck_is_gone(const struct knot *k, int32_t rank);
int stuck_blocks(const struct knot *k, const struct pending *w, int32_t peer);

#endif
