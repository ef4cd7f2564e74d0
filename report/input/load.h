/* load.h: reads a report from its file and checks it. A report that passes has every member
 * that the forms of a report rely on, with the right type. */
#ifndef FENCEPOST_LOAD_H
#define FENCEPOST_LOAD_H

#include <jansson.h>
#include <stdio.h>

/* Returns the report in `path`, NULL after one line on stderr that says what is wrong. */
json_t *report_load(const char *path);
/* The same, with no more than a list shows of those findings that come after the first `whole`
 * ones: 2 kB of memory for each. Of what cannot be read twice, as a pipe, all is kept. */
json_t *report_load_first(const char *path, size_t whole);

/* For load.c: reads the report from where `in` is; NULL if something is wrong. */
json_t *load_findings(FILE *in, size_t whole);
/* Returns what is wrong with a finding, NULL if nothing is. */
const char *load_wrong_finding(const json_t *finding);

#endif
