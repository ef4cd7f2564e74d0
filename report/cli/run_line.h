/* run_line.h: the line of `fencepost run --progress`: how many ranks there are, for how long
 * they have run, their MPI calls and findings so far, and which rank has waited longest, and
 * for whom.
 *
 * The ranks' watchdogs tell what they do once a second (interpose/session/pulse.h), the
 * journals for whom they wait (live.h). Cost: a small file of each rank is read once a second.
 */
#ifndef FENCEPOST_RUN_LINE_H
#define FENCEPOST_RUN_LINE_H

#include "live.h"
#include "report/journal/options.h"

struct run_line;

/* Returns NULL if it is not asked for, or there is no memory. `dir` must live as long. */
struct run_line *run_line_new(const char *dir, const struct options *o);
/* Shows what is known now. To be called about once a second. `p` and `live` may be NULL. */
void run_line_show(struct run_line *p, const struct live *live, size_t findings);
/* Wipes the line. */
void run_line_free(struct run_line *p);

#endif
