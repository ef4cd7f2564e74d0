/* live.h: whether the ranks can ever go on, while they run.
 *
 * The ranks' watchdogs write to their journals when a thread has been in one MPI call for a few
 * seconds, and when it goes on. Here the ends of the journals are read once a second. When all
 * ranks stand still, or have come to their end, or when those that stand still seem to wait for
 * each other, they are asked what all their threads do (dump.h), and the checker is asked
 * whether one of them can ever go on (progress_outlook). Only what is certain counts, twice in
 * a row; a program with a handler of signals, an alarm or a debugger, and one that polls and
 * may look at the clock, is never certain (interpose/session/outside.h).
 *
 * Cost: nothing in the ranks; a stat of each journal a second here, and where ranks stand
 * still, a reading of the journals now and then, for at most a fiftieth of the time. */
#ifndef FENCEPOST_LIVE_H
#define FENCEPOST_LIVE_H

#include "report/journal/options.h"

struct live;

/* Returns NULL if there is no memory. `dir` must live as long. */
struct live *live_new(const char *dir, const struct options *o);
void live_free(struct live *l);
/* Returns whether the ranks should be asked now. */
int live_stands(struct live *l);
/* Reads their answers. Returns whether it is certain that some rank will never go on, */
int live_is_certain(struct live *l);
/* or will be, if they say the same in a second. */
int live_is_soon_certain(struct live *l);
/* Drops what ranks have written since it was last certain, while they were being ended: call it
 * when they are gone. */
void live_keep(const struct live *l);
/* Prints who waits for whom. */
void live_print(const struct live *l, const char *headline);
/* Returns, now and then, whether some ranks have stood still for so long that the user wants to
 * hear of it if the others do nothing either. The second reads the answers of all ranks, and is
 * true once for each standstill: no rank has called MPI for so long. */
int live_is_slow(struct live *l);
int live_is_idle(struct live *l);

#endif
