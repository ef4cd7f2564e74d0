/* watchdog.h: a thread that watches the others.
 *
 * It wakes a few times a second, makes no MPI call and blocks all signals. When a thread has
 * been in one MPI call, or in one loop of tests, for a few seconds, and again after
 * `hang_timeout` seconds (0 = never), it writes this to the journal: call, arguments, stack,
 * epochs, and what the call waits for. When the thread goes on the journal hears of that.
 * Whenever the file DIR/dump is made, it writes all threads at once. */
#ifndef FENCEPOST_WATCH_H
#define FENCEPOST_WATCH_H

void watch_start(const char *dir, double hang_timeout);
void watch_stop(void);

#endif
