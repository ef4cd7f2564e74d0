/* progress.h: a line on a terminal about what takes long; nothing where there is none, or in
 * the first two seconds. One for the process. */
#ifndef FENCEPOST_PROGRESS_H
#define FENCEPOST_PROGRESS_H

#include <stddef.h>

/* "fencepost: WHAT, DONE of TOTAL, SECONDS s", over the last one, at most once a second. */
void progress_show(const char *what, size_t done, size_t total);
/* Nothing is shown any more by this process. */
void progress_quiet(void);
/* Wipes the line. */
void progress_end(void);

#endif
