/* epoch.h: what epochs of all kinds have in common. */
#ifndef FENCEPOST_EPOCH_H
#define FENCEPOST_EPOCH_H

#include "checker/core/state.h"

void epoch_assertion(struct check *c, struct window *w, const struct event *e, unsigned legal);
void epoch_nostore(struct check *c, struct window *w, const struct event *e);
/* Makes a finding if another access epoch is open; returns whether one is. */
int epoch_overlap(struct check *c, struct window *w, const struct event *e);
void epoch_closed(struct window *w, const struct event *e);

#endif
