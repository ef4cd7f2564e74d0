/* group.h: the processes of a window's group and the memory each gave, by index.
 *
 * Kept as ranges: of neighbours in the group whose world ranks go up by one (or who are all of
 * another world) and who gave memory of the same size in the same unit. Most groups are one
 * range; none needs more than one for each process. Cost: finding a member is logarithmic in
 * the ranges. */
#ifndef FENCEPOST_GROUP_H
#define FENCEPOST_GROUP_H

#include "include/event.h"

struct range {
  int32_t index; /* index in the group of the range's first member */
  struct event_member first;
};
struct group {
  int32_t count; /* of members */
  int32_t ranges;
  struct range *range;
};

int group_make(struct group *g, int32_t count, const struct event_member *m); /* 0: no memory */
void group_free(struct group *g);
/* returns whether `index` belongs to the group */
struct event_member group_member(const struct group *g, int32_t index);
/* Returns whether every rank of the world is a member, at its own rank or at another index. */
int group_whole(const struct group *g, int32_t size);

#endif
