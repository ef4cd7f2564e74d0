/* timeline.h: what a recorded run did, to be drawn: for each process its calls, its epochs, and
 * the times in which the two copies of its windows differed.
 *
 * There is no clock in it. A step has a column; it lies right of every step that happened
 * before it (in its process, by a message, a collective call, a fence, MPI_Win_post and
 * MPI_Win_complete). Steps in one column, or without a chain of arrows from the one to the
 * other, may have been in any order; so may epochs of MPI_Win_lock.
 *
 * Fed with the events of one process after the other, as its trace has them. At most
 * TIMELINE_MOST steps are kept in all, the first ones of each process; how many more there were
 * is said. Memory: some 200 bytes for each. Cost: linear. */
#ifndef FENCEPOST_TIMELINE_H
#define FENCEPOST_TIMELINE_H

#include "include/event.h"
#include "include/finding.h"
#include "include/history.h"
#include "report/input/journals.h"

#define TIMELINE_MOST 200000

struct timeline;
struct track;

struct timeline *timeline_new(void); /* returns NULL when memory runs out */
void timeline_free(struct timeline *t);

/* The process with this number among the `size` of its MPI_COMM_WORLD begins. The result is
 * good until the next one begins. Returns NULL when memory runs out. */
struct track *timeline_track(struct timeline *t, const char *world, int rank, int size);
/* Each event that the process's checker was fed, one of these for each span that the checker
 * tells, and each finding. */
void timeline_event(struct track *t, const struct event *e);
void timeline_span(struct track *t, const struct history_span *s);
void timeline_finding(struct track *t, const struct finding *f);

/* Whether the files, separated by commas, have names that say what they are: .html (a page) or
 * .json (Trace Event Format, for viewers such as Perfetto). Returns 0, or -1 after saying what
 * is wrong. */
int timeline_names(const char *files);
/* Writes the files. Names and stacks come from `js`, the journals of the same run. Returns 0,
 * or -1 after saying what is wrong. */
int timeline_write(struct timeline *t, struct journals *js, const char *files);

#endif
