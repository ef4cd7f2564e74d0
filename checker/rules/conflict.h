/* conflict.h: two accesses that nothing orders become a finding, or are counted with one. */
#ifndef FENCEPOST_CONFLICT_H
#define FENCEPOST_CONFLICT_H

#include "checker/core/access.h"

/* What was read from whom may order it with others. */
int conflict_doubtful(const struct access *a);
/* What was explained before is counted. The bytes are addresses. */
void conflict_tell(struct check *c, struct window *w, enum slug slug, struct access *first,
                   struct access *second, int64_t lo, int64_t hi, int only_separate);

#endif
