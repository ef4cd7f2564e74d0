/* system.h: how journals make system calls.
 *
 * At trace level `pages` each system call by way of libc costs a signal, because the arguments
 * may point to memory of windows (interpose/tracers/pages/gate.h). Whoever protects memory
 * knows how to make calls that cost no signal. */
#ifndef FENCEPOST_SYSTEM_H
#define FENCEPOST_SYSTEM_H

/* Makes a call and returns what it returns, or -errno. */
typedef long system_function(long number, long a, long b, long c, long d);

/* From now on calls are made by this function; NULL: by syscall(). */
void system_through(system_function *make);
/* Makes a call. Returns what it returns; -1 sets errno, like syscall(). */
long system_make(long number, long a, long b, long c, long d);

#endif
