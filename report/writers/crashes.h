/* crashes.h: the processes that a signal has ended because of an error of their own, and where.
 */
#ifndef FENCEPOST_CRASHES_H
#define FENCEPOST_CRASHES_H

#include "report/input/journals.h"
#include "report/symbols/symbol.h"

/* Adds `crashes` and `crash_analysis` (report/schema.json) to `report` if there are any. */
void crash_add(json_t *report, const struct journals *js, struct symbols *s);

#endif
