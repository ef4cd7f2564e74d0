/* race.h: may two accesses be concurrent? (section 11.7) */
#ifndef FENCEPOST_RACE_H
#define FENCEPOST_RACE_H

#include "checker/core/access.h"

/* Compares `a` with all accesses on the shelves. */
void race_look(struct check *c, struct access *a);
void race_freed(struct check *c, struct window *w); /* it is about to be */
/* Compares `a` with this process's accesses that are not over. */
void race_local(struct check *c, struct access *a);
void race_again(struct check *c, struct access *a, struct access *b); /* two own buffers */
void race_pair(struct check *c, struct access *a, struct access *b);  /* two operations */

#endif
