/* report.h: the JSON report, made from journals. report/schema.json says what is in it; this is
 * the one place that makes it, other forms are made from it. */
#ifndef FENCEPOST_REPORT_H
#define FENCEPOST_REPORT_H

#include "report/input/journals.h"
#include "report/journal/options.h"

#define REPORT_VERSION 4

/* A new report; NULL when memory runs out. */
json_t *report_new(struct journals *js, const struct options *o);

/* What may be excused, read before the run so that a mistake in it costs none. -1 after saying
 * what is wrong. */
struct excuses {
  struct suppressions *suppressions;
  json_t *baseline; /* a report; NULL = none */
};
int excuses_read(struct excuses *x, const struct options *o);
void excuses_free(struct excuses *x);
/* Marks the findings and counts them anew. */
void excuses_apply(struct excuses *x, json_t *report);

/* Writes it to a file beside `path` and renames that: no reader sees half a report. -1 with
 * errno; then nothing is left behind. */
int report_write(json_t *report, const char *path);

/* Whether a report could be written to `path`, tried without a trace. -1 with errno. */
int report_writable(const char *path);

/* 66, 70 or 0: what the findings and the status of the report make of `--fail-on`. */
int report_exit(const json_t *report, const struct options *o);

enum { EXIT_USAGE = 2, EXIT_FINDINGS = 66, EXIT_UNCHECKED = 70 };

#endif
