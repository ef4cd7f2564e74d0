/* rendezvous_events.h: what a rank's messages and collective calls would have waited for if no
 * message were buffered, as events for struct progress.
 *
 * The record "rendezvous" (journal.h) has many thousand numbers. It is scanned as text: as
 * values of JSON they would take longer than all else in the journal. What follows damage in it
 * is left out. */
#ifndef FENCEPOST_RENDEZVOUS_EVENTS_H
#define FENCEPOST_RENDEZVOUS_EVENTS_H

#include "include/progress.h"
#include "report/input/journals.h"

void rendezvous_events(struct progress *p, const struct rank *r);

#endif
