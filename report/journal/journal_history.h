/* journal_history.h: the history of a window (include/history.h) as a record of a journal. */
#ifndef FENCEPOST_JOURNAL_HISTORY_H
#define FENCEPOST_JOURNAL_HISTORY_H

#include "include/history.h"
#include "journal.h"

/* Returns whether the history is to be written: a line of the program that makes one window
 * after the other has only `most` of them in the journal; the rest are counted. */
int journal_history_wanted(struct journal *j, const struct history *h, unsigned most);
/* Appends it. `comm`: name of the communicator, "" if it has none. The stacks of this rank's
 * calls must be in the journal. Returns 0, or -1 with errno. */
int journal_history(struct journal *j, const struct history *h, const char *comm);
/* Writes how many windows were left out. */
void journal_history_end(struct journal *j);

#endif
