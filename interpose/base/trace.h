/* trace.h: writes the event trace of `--record DIR` (report/journal/trace_file.h has the
 * format). Does nothing when none was asked for. */
#ifndef FENCEPOST_TRACE_H
#define FENCEPOST_TRACE_H

#include <jansson.h>
#include "include/event.h"

int trace_open(const char *dir, const char *world, int rank); /* 0, or -1 with errno */
void trace_json(json_t *record);                              /* borrows */
void trace_text(const char *record, size_t n);                /* the same of a text */
void trace_event(const struct event *e);
int trace_is_on(void);
void trace_close(void);

#endif
