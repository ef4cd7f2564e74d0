/* progress_events.h: what journals tell of ranks, as events for struct progress.
 *
 * One function for each kind of record. Values of a damaged record that are missing or of a
 * wrong type become those that say least: no call, no stack, a rank that nobody has. */
#ifndef FENCEPOST_PROGRESS_EVENTS_H
#define FENCEPOST_PROGRESS_EVENTS_H

#include "include/progress.h"
#include "journals.h"

/* A record `rendezvous` of the rank. */
void progress_events_rendezvous(struct progress *p, const struct rank *r, const json_t *record);

/* The number that a name of a window, a communicator or a tag has in events (hexadecimal
 * digits, but in damaged records); 0 of the empty one. */
uint64_t progress_events_name(const char *id);

#endif
