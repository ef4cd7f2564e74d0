/* told.h: whether conflicts of two lines were claimed already, or kept as suspects. Without
 * memory, or stacks, they never were: NULL. */
#ifndef FENCEPOST_TOLD_H
#define FENCEPOST_TOLD_H

#include "checker/core/access.h"

struct said *said_get(struct check *c, enum slug slug, const struct window *w,
                      const struct access *first, const struct access *second);
#define ALIKE_MOST 16    /* suspects of the same two lines, and claims: */
#define CLAIMS_MOST 1000 /* all are explained by the first, and many cost as much to find */
int said_doubtful(enum slug slug, int tainted); /* one of the two is */
int said_enough(const struct said *s, int doubtful);
/* ... that more need not be looked for: of `one` (the first of the two, if `is_first`) with all
 * lines of a subtree. */
int said_enough_of_all(const struct check *c, enum slug slug, const struct window *w,
                       const struct access *one, int is_first, const struct access *subtree);
int said_claimed(struct said *s);
void said_claim(struct said *s);
void said_suspect(struct said *s);
void said_cleared(struct said *s); /* it was none */
void said_free(struct check *c);

#endif
