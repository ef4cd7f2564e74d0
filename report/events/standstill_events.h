/* standstill_events.h: turns what journals tell of processes, and of their threads that make no
 * progress, into events for include/progress.h.
 *
 * Members of records that are missing or of a wrong type count as not told. */
#ifndef FENCEPOST_STANDSTILL_EVENTS_H
#define FENCEPOST_STANDSTILL_EVENTS_H

#include "include/progress.h"
#include "report/input/journals.h"

/* Feeds the ranks of the world that begins with js->rank[from]. */
void standstill_events(struct progress *p, const struct journals *js, size_t from);

/* Returns the `hang` record of a thread, as it was fed, NULL if there is none. Borrowed. */
const json_t *standstill_record(const struct rank *r, int32_t thread);

#endif
