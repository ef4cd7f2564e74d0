/* rankset.h: a set of ranks: ascending, disjoint ranges that do not touch. As text
 * "0-3,8-20:4,31": lo-hi, lo-hi:step, or one rank. Cost: O(1) to add a rank behind all others,
 * else linear in the ranges. Errors: a rank that does not fit into memory is left out. */
#ifndef FENCEPOST_RANKSET_H
#define FENCEPOST_RANKSET_H

#include <stddef.h>

struct rankset {
  struct rankset_range {
    int lo, hi;
  } * range;
  size_t ranges, room;
};

void rankset_add(struct rankset *s, int rank);
/* Adds the members of `other`. Cost: linear in the ranges of both. */
void rankset_join(struct rankset *s, const struct rankset *other);
void rankset_free(struct rankset *s);

/* Returns the text, newly allocated; NULL when memory runs out. */
char *rankset_text(const struct rankset *s);

/* Returns "rank 3" or "ranks 0-3, 8-20:4", cut with "..." when it is long; newly allocated. */
char *rankset_named(const char *text);

/* Returns whether `text` is such a text. */
int rankset_is(const char *text);

/* Adds the members of such a text. Returns -1 if it is none. */
int rankset_read(struct rankset *s, const char *text);

#endif
