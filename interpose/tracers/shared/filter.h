/* filter.h: the filters of all modules with hooks (hooks/hooks.h): a byte for each granule of
 * memory in which somebody may be interested.
 *
 * Granules are marked at once and cleared later, when it is worth it: too many marks are only
 * slower. A byte has a bit for windows and one for buffers in use. The caller holds a lock. */
#ifndef FENCEPOST_FILTER_H
#define FENCEPOST_FILTER_H

#include "include/event.h"
#include "interpose/hooks/hooks.h"

void filter_mark(const struct event_run *run, int window);
/* Some marked bytes no longer matter. */
void filter_stale(int window);
/* Called now and then: clears marks that are out of date, and lets `renew` mark what still
 * matters. */
void filter_settle(void (*renew)(int window));
/* A module comes and gets all marks, or goes. */
void filter_module(struct hooks *h);
void filter_forget(const struct hooks *h);
/* Returns whether `at` is code of a module that only tells of the program's accesses. */
int filter_tells(uintptr_t at);
void filter_stop(void);

#endif
