/* seen.h: run.coverage of a report as data: which kinds of accesses of which ranks were seen,
 * by which tracer, and which were not and why. */
#ifndef FENCEPOST_SEEN_H
#define FENCEPOST_SEEN_H

#include <jansson.h>

#include "report/input/journals.h"

/* Returns a row for each kind of accesses and each level that ranks had, newly made. */
json_t *seen_accesses(const struct journals *js);
/* Returns a row for each text of what the level shows and the run has left out, newly made. */
json_t *seen_left_out(const struct journals *js);

#endif
