/* hang.h: says in words who waits for whom. The checker decides it (include/progress.h), from
 * the `hang` records of ranks that did not come to their end. */
#ifndef FENCEPOST_HANG_H
#define FENCEPOST_HANG_H

#include "report/input/journals.h"
#include "report/symbols/symbol.h"

/* Adds `hangs` and `hang_analysis` (report/schema.json) to `report` if any rank that has not
 * ended left a hang record. */
void hang_add(json_t *report, const struct journals *js, struct symbols *s);

#endif
