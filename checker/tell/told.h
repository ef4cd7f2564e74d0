/* told.h: remembers whether a conflict of two lines was claimed already, or kept as a suspect.
 * NULL if there is no memory or no stack: then it counts as never claimed. */
#ifndef FENCEPOST_TOLD_H
#define FENCEPOST_TOLD_H

#include "include/finding.h"

struct access;
struct check;
struct told;
struct window;

struct told *told_get(struct check *c, enum slug slug, const struct window *w,
                      const struct access *first, const struct access *second);
#define ALIKE_MOST 16    /* suspects of the same two lines that are kept, at most */
#define CLAIMS_MOST 1000 /* claims of the same two lines until no more are looked for */
/* Returns whether such a conflict is only kept as a suspect at first. `tainted`: how the two
 * accesses are. */
int told_doubtful(const struct check *c, enum slug slug, int tainted);
int told_enough(const struct told *s, int doubtful);
/* Returns whether no more need to be looked for, of `one` (the first of the two if `is_first`)
 * with all lines of a subtree. */
int told_enough_of_all(const struct check *c, enum slug slug, const struct window *w,
                       const struct access *one, int is_first, const struct access *subtree);
int told_claimed(struct told *s);
void told_claim(struct told *s);
void told_suspect(struct told *s);
void told_cleared(struct told *s); /* it was none */
void told_free(struct check *c);

#endif
