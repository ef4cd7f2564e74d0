/* snapshot.h: level `pages`: stores that were not seen. Compares whether what MPI reads from a
 * buffer until an operation is complete is the same at its end as at its beginning.
 *
 * Of a buffer in no window a snapshot is kept: a copy of a small one, checksums of 4096 bytes
 * each of others. It is compared before the call that completes the operation is judged; what
 * has changed becomes an access of the program (PROGRAM_CHANGED). A store of the value that is
 * there already is not seen.
 *
 * Each line of the program is looked at the first times, a megabyte at most, evenly spread;
 * more often and all of it as far as a small share of the run time allows. */
#ifndef FENCEPOST_SNAPSHOT_H
#define FENCEPOST_SNAPSHOT_H

#include "include/event.h"

void snapshots_begin(void);
void snapshots_stop(void);
/* At the end: tells the journal what was not looked at. */
void snapshots_end(void);

/* Returns whether a snapshot of a buffer would be taken now. */
int snapshot_is_due(int64_t size);
/* For tracer.passes. */
int snapshot_passes(int64_t size);
/* Called before and after an event is fed, if tracer_events is set. */
void snapshot_before(const struct event *e);
void snapshot_after(const struct event *e);

#endif
