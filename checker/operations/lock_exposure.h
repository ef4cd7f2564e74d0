/* lock_exposure.h: locks of a window compared with exposure epochs of the same window. */
#ifndef FENCEPOST_LOCK_EXPOSURE_H
#define FENCEPOST_LOCK_EXPOSURE_H

#include "checker/core/access.h"

void exposure_posted(struct check *c, struct window *w, const struct site *post);
void exposure_ended(struct check *c, struct window *w);
void exposure_operation(struct check *c, struct window *w, struct pair *p,
                        const struct access *op);
void exposure_drop(struct window *w);

#endif
