/* span.h: sorted spans of bytes that do not touch each other. */
#ifndef FENCEPOST_SPAN_H
#define FENCEPOST_SPAN_H

#include <stdint.h>

struct check;

struct span {
  int64_t lo, hi;
};
struct spans { /* sorted, disjoint, not adjacent */
  struct span *at;
  int count, room;
  int all; /* there were too many spans, so this counts as holding every address */
};

int spans_hold(const struct spans *s, int64_t lo, int64_t hi);
int spans_add(struct check *c, struct spans *s, int64_t lo, int64_t hi); /* 0: no memory */

#endif
