/* explain.h: describes two accesses in words: what they do, and with which memory. */
#ifndef FENCEPOST_EXPLAIN_H
#define FENCEPOST_EXPLAIN_H

#include "checker/core/access.h"

void explain(struct check *c, struct finding *f, const struct window *w, const struct access *a,
             const struct access *b, int64_t lo, int64_t hi, int only_separate);

#endif
