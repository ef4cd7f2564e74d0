/* window_history.h: writes the histories of windows to the journal (`--detail`). */
#ifndef FENCEPOST_WINDOW_HISTORY_H
#define FENCEPOST_WINDOW_HISTORY_H

#include "include/history.h"
#include "report/journal/options.h"

void window_history_begin(const struct options *o);
/* For check_output.history. */
void window_history(void *unused, const struct history *h);
/* What is known so far, because the program may end here. */
void window_history_now(void);
void window_history_end(void);

#endif
