/* report.h: makes the JSON report from journals. report/schema.json says what is in it. Only
 * this makes a report; other forms are made from it. */
#ifndef FENCEPOST_REPORT_H
#define FENCEPOST_REPORT_H

#include "report/input/journals.h"
#include "report/journal/options.h"

#define REPORT_VERSION 4

/* Returns a new report, NULL when memory runs out. */
json_t *report_new(struct journals *js, const struct options *o);

/* Returns the member `summary` of a report with these findings. */
json_t *report_summary(const json_t *findings);

/* Writes it to a file beside `path` and renames that, so that no reader sees half a report.
 * Returns -1 with errno, and leaves nothing behind. */
int report_write(json_t *report, const char *path);

/* Returns whether a report could be written to `path`; the trial leaves no trace. -1 with
 * errno. */
int report_writable(const char *path);

#endif
