/* draw.h: the option --timeline. */
#ifndef FENCEPOST_DRAW_H
#define FENCEPOST_DRAW_H

#include "report/journal/options.h"
#include "report/timeline/timeline.h"

/* Writes the time line of the run that has these journals. Returns -1 after saying what is
 * wrong. */
int timeline_draw(struct timeline *t, const char *journals, const char *files);

/* If a time line is asked for but no recording, sets OPTION_RECORD to a new directory in
 * `journals`. Returns it, or NULL; it is the caller's, who keeps it until the end of the run.
 */
char *draw_record(struct options *o, const char *journals);
/* Writes the time line of a run that has ended, if one is asked for. `made`: what draw_record
 * returned; it is removed. Returns -1 after saying what is wrong. */
int draw_run(const struct options *o, const char *journals, const char *made);

#endif
