/* exit_status.h: the exit statuses of `fencepost`. */
#ifndef FENCEPOST_EXIT_STATUS_H
#define FENCEPOST_EXIT_STATUS_H

#include <jansson.h>

struct job;
struct options;

enum { EXIT_USAGE = 2, EXIT_FINDINGS = 66, EXIT_UNCHECKED = 70 };

/* Returns 66, 70 or 0, from the report's findings, its status and `--fail-on`. */
int exit_of_report(const json_t *report, const struct options *o);
/* Returns the status of `fencepost run`: the program's own if it is not 0, else `report`. A
 * program that we ended because of --timeout has none of its own. */
int exit_of_run(const struct job *job, int report);

#endif
