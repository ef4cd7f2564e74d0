/* inquiry.h: the stacks of calls that findings name, those of other ranks too. A rank's journal
 * has the number of another's stack only; here the ranks tell each other the frames. */
#ifndef FENCEPOST_INQUIRY_H
#define FENCEPOST_INQUIRY_H

#include "report/journal/bundle.h"

struct inquiry {
  struct frames **known; /* borrowed */
  int *asks;             /* for each rank whether it is asked */
  struct inquired *at;   /* by rank and stack */
  size_t n, room;
  int failed;
};

/* -1 when memory runs out. */
int inquiry_new(struct inquiry *q, struct frames **frames);
/* Collective: looks at the findings of this rank's journal and asks the ranks it must. -1 when
 * memory runs out or a rank does not answer in `seconds`; what others ask is answered even
 * then. */
int inquiry_make(struct inquiry *q, double seconds);
/* NULL if not known. */
struct frames *inquiry_stack(const struct inquiry *q, int rank, uint32_t stack);
void inquiry_free(struct inquiry *q);

#endif
