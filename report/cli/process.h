/* process.h: the processes below this one, found in /proc. This process is their subreaper, so
 * an orphan below it, whatever session or group it made for itself, stays below it. */
#ifndef FENCEPOST_PROCESS_H
#define FENCEPOST_PROCESS_H

#include <stddef.h>

/* Becomes the subreaper. Children that exist already belong to somebody else (the shell that
 * has exec'ed us), so the functions below leave them alone. */
void process_adopt(void);

/* Sends signal `number` (0: none) to every living descendant, and returns how many there
 * are. */
size_t process_signal_all(int number);

#endif
