/* attached_memory.h: memory attached to dynamic windows (section 11.2.4). */
#ifndef FENCEPOST_ATTACHED_MEMORY_H
#define FENCEPOST_ATTACHED_MEMORY_H

#include "checker/core/state.h"

void region_refused(struct check *c, struct window *w, const struct event *e);
int region_check(struct check *c, struct window *w, const struct event *e); /* reported */
int region_low(struct check *c, struct window *w, const struct event *e);   /* reported */
int region_holds(const struct window *w, struct span s);                    /* attached now */

#endif
