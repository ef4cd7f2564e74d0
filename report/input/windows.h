/* windows.h: what happened to each window, from the ranks' histories (journal.h), as the member
 * `windows` of a report: report/schema.json.
 *
 * Rows that are the same at several ranks but for the rank are one. Cost: linear in the rows,
 * and one lookup of a line for each different stack. */
#ifndef FENCEPOST_WINDOWS_H
#define FENCEPOST_WINDOWS_H

#include <jansson.h>

#include "journals.h"
#include "report/symbols/symbol.h"

/* Numbers the windows of all worlds, from 1, in the order in which the ranks ended them. To be
 * called before journals_window_number. */
void windows_number(struct journals *js);
/* Returns a new array of all windows that have a history. */
json_t *windows_json(const struct journals *js, struct symbols *s);

#endif
