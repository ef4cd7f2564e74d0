/* live_findings.h: prints findings while the program runs, a line for each, when some rank has
 * written it to its journal. The report at the end has them merged, with what was found after.
 *
 * Cost: a stat of each journal a second; where one has grown, a reading of all of them, for at
 * most a fiftieth of the time. Nothing in the ranks. */
#ifndef FENCEPOST_LIVE_FINDINGS_H
#define FENCEPOST_LIVE_FINDINGS_H

#include "report/journal/options.h"

struct live_findings;

/* Returns NULL if nothing is to be printed (--live=off, --quiet) or counted (--progress), or
 * there is no memory. `dir` must live as long. */
struct live_findings *live_findings_new(const char *dir, const struct options *o);
void live_findings_free(struct live_findings *l);
/* Prints what is new. To be called about once a second; `l` may be NULL. */
void live_findings_print(struct live_findings *l);
/* How many there were when they were last read. */
size_t live_findings_count(const struct live_findings *l);

#endif
