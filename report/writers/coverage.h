/* coverage.h: which loads and stores of the program a run has seen, which it has not and why,
 * and how to see more: the words of tracers.def for the trace level that the ranks had. */
#ifndef FENCEPOST_COVERAGE_H
#define FENCEPOST_COVERAGE_H

#include <jansson.h>
#include <stdio.h>

#include "report/input/journals.h"
#include "report/journal/options.h"

/* Returns the weakest level of all ranks; that of the options if there is no rank. */
const char *coverage_level(const struct journals *js, const struct options *o);
/* Returns run.coverage of a report, newly made. */
json_t *coverage_json(const struct journals *js, const struct options *o);
/* Returns whether a level was asked for by name and the run had another one. */
int coverage_refused(const json_t *report);
/* Returns "pages: the program was ...", and what is not seen, as sentences; newly allocated,
 * NULL if the report has none. */
char *coverage_reason(const json_t *report);
char *coverage_blind(const json_t *report);
/* Returns run.precision as a new array, each text with the ranks that it holds for if these are
 * not all. */
json_t *coverage_gaps(const json_t *report);

#endif
