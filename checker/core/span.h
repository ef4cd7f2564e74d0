/* span.h: sorted spans of bytes that do not touch. */
#ifndef FENCEPOST_SPAN_H
#define FENCEPOST_SPAN_H

#include "state.h"

int spans_hold(const struct spans *s, int64_t lo, int64_t hi);
int spans_add(struct check *c, struct spans *s, int64_t lo, int64_t hi); /* 0: no memory */

#endif
