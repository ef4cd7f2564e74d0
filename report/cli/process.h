/* process.h: the processes below this one, found in /proc. This process is their subreaper, so
 * an orphan below it, whatever session or group it made for itself, stays below it. */
#ifndef FENCEPOST_PROCESS_H
#define FENCEPOST_PROCESS_H

#include <stddef.h>

/* Becomes the subreaper. Children that are there already belong to somebody else (the shell
 * that exec'ed us): they are left alone by the functions below. */
void process_adopt(void);

/* Sends `number` (0: none) to every living descendant; returns how many there are. */
size_t process_signal_all(int number);

#endif
