/* inquiry.h: the stacks of calls that findings name, also of other ranks' calls. A rank's
 * journal has only the numbers of other ranks' stacks; here the ranks tell each other the
 * frames. */
#ifndef FENCEPOST_INQUIRY_H
#define FENCEPOST_INQUIRY_H

#include "report/journal/bundle.h"

struct inquiry {
  struct frames **known; /* borrowed */
  int *asks;             /* for each rank, whether this one asks it */
  struct inquired *at;   /* by rank and stack */
  size_t n, room;
  int failed;
};

/* Returns -1 when memory runs out. */
int inquiry_new(struct inquiry *q, struct frames **frames);
/* Collective: reads the findings in this rank's journal and asks the ranks it needs. Returns -1
 * when memory runs out or a rank does not answer in `seconds`; even then this rank answers the
 * questions of others. */
int inquiry_make(struct inquiry *q, double seconds);
/* Returns NULL if it is not known. */
struct frames *inquiry_stack(const struct inquiry *q, int rank, uint32_t stack);
void inquiry_free(struct inquiry *q);

#endif
