/* load.h: reads a report from its file and checks it. A report that passes has every member
 * that the forms of a report rely on, with the right type. */
#ifndef FENCEPOST_LOAD_H
#define FENCEPOST_LOAD_H

#include <jansson.h>

/* Returns the report in `path`, NULL after one line on stderr that says what is wrong. */
json_t *report_load(const char *path);

#endif
