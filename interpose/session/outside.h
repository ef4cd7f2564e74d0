/* outside.h: whether something that is not a rank's part in the run may end a wait: a handler
 * of the program for a signal, which may leave the call by longjmp or do what is missing; an
 * alarm; a debugger; and, of a loop of tests, the time. Whoever waits so is never said to wait
 * for ever while the program runs. */
#ifndef FENCEPOST_OUTSIDE_H
#define FENCEPOST_OUTSIDE_H

/* `polls`: the wait is a loop of tests. Called by the watchdog. Costs some system calls. */
int outside_may_end(int polls);

#endif
