/* progress_line.h: one line on a terminal that says what takes so long. Nothing is shown if
 * there is no terminal, or in the first two seconds. One line for the whole process. */
#ifndef FENCEPOST_PROGRESS_LINE_H
#define FENCEPOST_PROGRESS_LINE_H

#include <stddef.h>

/* Shows "fencepost: WHAT, DONE of TOTAL, SECONDS s" in place of the last one, at most once a
 * second. */
void busy_show(const char *what, size_t done, size_t total);
/* This process shows nothing any more. */
void busy_quiet(void);
/* Wipes the line. */
void busy_end(void);

#endif
