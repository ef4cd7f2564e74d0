/* race_finding.h: makes a finding of two accesses that nothing orders, or counts it with an
 * earlier one. */
#ifndef FENCEPOST_RACE_FINDING_H
#define FENCEPOST_RACE_FINDING_H

#include "checker/core/access.h"

/* Returns by which values that were read the access may still be ordered with others (struct
 * check, `tainted`; see atomic.c); 0: by none. */
int race_finding_doubtful(const struct access *a);
/* Makes the finding, or counts it if it was explained before. The bytes are addresses. */
void race_finding_tell(struct check *c, struct window *w, enum slug slug, struct access *first,
                       struct access *second, int64_t lo, int64_t hi, int only_separate);
/* The same of a buffer in use by a thread and what another one did with it after or before. */
void race_finding_of_threads(struct check *c, struct window *w, struct access *first,
                             struct access *second, int64_t lo, int64_t hi);

#endif
