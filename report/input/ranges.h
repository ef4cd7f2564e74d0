/* ranges.h: a set of ranks as people write it: "0-3, 5".
 *
 * Ranks are added in ascending order. The text is cut with "..." when it gets long; `count`
 * stays right. Fixed size, nothing to free. */
#ifndef FENCEPOST_RANGES_H
#define FENCEPOST_RANGES_H

#include <jansson.h>

struct ranges {
  long count, lo, hi; /* lo..hi: the last range, which is not in `done` yet */
  int full;
  char done[120], text[160];
};

void ranges_add(struct ranges *r, long lo, long hi);
void ranges_array(struct ranges *r, const json_t *ranks);

/* Return "0-3, 5"; or "rank 3" or "ranks 0-3, 5". Valid until the next call on `r`. */
const char *ranges_text(struct ranges *r);
const char *ranges_named(struct ranges *r);

#endif
