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
enum live_news { LIVE_NOTHING, LIVE_NEVER };
/* To be called about once a second. Prints who waits for whom if some rank can certainly never
 * go on, and returns LIVE_NEVER; or if no rank has called MPI for --hang-timeout, once for each
 * standstill. `pause` as for dump_wait. */
enum live_news live_look(struct live *l, int (*pause)(void *context, double seconds),
                         void *context);
/* Reads what ranks have answered. Returns whether it will be certain that one never goes on, if
 * they say the same in a second. */
int live_is_soon_certain(struct live *l);
/* Whether the rank with this journal has come to its end. `l` may be NULL, as below. */
int live_has_ended(const struct live *l, const char *journal);
/* For whom its call waits, as far as it has told: "rank 1", "ranks 1-3". Malloced; NULL: not
 * known.
 */
char *live_waits(const struct live *l, const char *journal);
/* Drops what ranks have written since it was last certain, while they were being ended: call it
 * when they are gone. */
void live_keep(const struct live *l);

#endif
