/* race.h: may two accesses stand side by side? (section 11.7) */
#ifndef FENCEPOST_RACE_H
#define FENCEPOST_RACE_H

#include "checker/core/access.h"

void race_look(struct check *c, struct access *a);  /* against all on the shelves */
void race_freed(struct check *c, struct window *w); /* it is about to be */
void race_local(struct check *c, struct access *a); /* against own accesses not over */
void race_again(struct check *c, struct access *a, struct access *b); /* two own buffers */
void race_pair(struct check *c, struct access *a, struct access *b);  /* two operations */

#endif
