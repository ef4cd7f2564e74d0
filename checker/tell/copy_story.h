/* copy_story.h: tells what two conflicting accesses did to the private and the public copy of a
 * window's memory, in order, and what would have made the one visible to the other
 * (sections 11.4 and 11.7). */
#ifndef FENCEPOST_COPY_STORY_H
#define FENCEPOST_COPY_STORY_H

#include "checker/core/access.h"

/* `a` and `b` are locations 0 and 1 of the finding. Does nothing unless one of them is an RMA
 * operation, and the other one or an access of the memory's owner. */
void copy_story(const struct check *c, struct finding *f, const struct access *a,
                const struct access *b, int only_separate);

#endif
