/* load.h: a report from its file, checked: what passes has every member that the forms of a
 * report rely on, with the right type. */
#ifndef FENCEPOST_LOAD_H
#define FENCEPOST_LOAD_H

#include <jansson.h>

/* The report in `path`; NULL after one line on stderr that says what is wrong. */
json_t *report_load(const char *path);

#endif
