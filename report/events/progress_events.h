/* progress_events.h: turns what journals tell of ranks into events for struct progress.
 *
 * One function for each kind of record. Values of a damaged record that are missing or of a
 * wrong type become those that say least: no call, no stack, a rank that nobody has. */
#ifndef FENCEPOST_PROGRESS_EVENTS_H
#define FENCEPOST_PROGRESS_EVENTS_H

#include "include/progress.h"
#include "report/input/journals.h"

/* Returns the number that the name of a window, a communicator or a tag has in events. Names
 * are hexadecimal digits, except in damaged records; the empty name gives 0. */
uint64_t progress_events_name(const char *id);

/* Feeds the collective calls of a rank. */
void progress_events_agreement(struct progress *p, const struct rank *r);
/* Feeds its calls before MPI_Init and after MPI_Finalize, and that it has not called this. */
void progress_events_misplaced(struct progress *p, const struct rank *r);
/* Feeds its accesses to files. */
void progress_events_files(struct progress *p, const struct rank *r);
/* Feeds its messages. */
void progress_events_letters(struct progress *p, const struct journals *js,
                             const struct rank *r);

#endif
