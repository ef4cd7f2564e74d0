/* busy.h: a line on a terminal about what takes long; nothing where there is none, or in
 * the first two seconds. One for the process. */
#ifndef FENCEPOST_BUSY_H
#define FENCEPOST_BUSY_H

#include <stddef.h>

/* "fencepost: WHAT, DONE of TOTAL, SECONDS s", over the last one, at most once a second. */
void busy_show(const char *what, size_t done, size_t total);
/* Nothing is shown any more by this process. */
void busy_quiet(void);
/* Wipes the line. */
void busy_end(void);

#endif
