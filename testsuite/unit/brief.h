/* brief.h: tells the checker in short of operations that are like the one before, and of
 * MPI_Win_flush after them (check_again in include/check.h), as the interposition does. */
#ifndef FENCEPOST_BRIEF_H
#define FENCEPOST_BRIEF_H

#include "include/check.h"

/* What one process remembers. */
struct brief {
  uint64_t mark; /* of the operation `before`; 0: none */
  int flushing;  /* a flush has begun that was not fed */
  struct event before;
};

/* Returns 0 if the event must be fed. */
int brief_tell(struct brief *b, struct check *c, const struct event *e);
void brief_fed(struct brief *b, const struct check *c, const struct event *e);

#endif
