/* epoch.h: what all kinds of epochs share. */
#ifndef FENCEPOST_EPOCH_H
#define FENCEPOST_EPOCH_H

#include "checker/core/state.h"

void epoch_assertion(struct check *c, struct window *w, const struct event *e, unsigned legal);
void epoch_nostore(struct check *c, struct window *w, const struct event *e);
/* Reports an opener while another access epoch is open; returns whether it did. */
int epoch_overlap(struct check *c, struct window *w, const struct event *e);
void epoch_closed(struct window *w, const struct event *e);

#endif
