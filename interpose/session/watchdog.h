/* watchdog.h: a thread that looks after the others.
 *
 * It wakes a few times a second, calls no MPI, blocks all signals. A thread that sits in one
 * MPI call for `hang_timeout` seconds (0 = never) is noted in the journal: call, arguments,
 * stack, epochs, and what it waits for. When the file DIR/dump appears, every thread is noted
 * at once. */
#ifndef FENCEPOST_WATCH_H
#define FENCEPOST_WATCH_H

void watch_start(const char *dir, double hang_timeout);
void watch_stop(void);

#endif
