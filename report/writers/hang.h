/* hang.h: who waits for whom, from the `hang` records of ranks that did not come to their end.
 *
 * For each pair the two ranks' own counters are compared (posts of one against starts and
 * completes of the other, ...): only peers that have not done their part are named. Where the
 * records do not tell, all peers of the wait are. */
#ifndef FENCEPOST_HANG_H
#define FENCEPOST_HANG_H

#include "report/input/journals.h"
#include "report/symbols/symbol.h"

/* Adds `hangs` and `hang_analysis` (report/schema.json) to `report` if any rank that has not
 * ended left a hang record. */
void hang_add(json_t *report, const struct journals *js, struct symbols *s);

#endif
