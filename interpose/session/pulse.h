/* pulse.h: what this rank is doing, told once a second while it runs, for `fencepost run
 * --progress` (report/cli/run_line.h).
 *
 * Representation: the file DIR/pulse-WORLD-RANK holds one line, written anew each time:
 * "CALLS SECONDS NAME", and spaces. CALLS: MPI calls so far. NAME: the call in which a thread
 * has been longest, for SECONDS; "-": none is in one. The calls are those that `struct thread`
 * counts anyway, so wrappers do nothing for it. */
#ifndef FENCEPOST_PULSE_H
#define FENCEPOST_PULSE_H

/* Without it nothing is ever written. */
void pulse_begin(const char *dir);
/* Called by the watchdog, as often as it wakes. `since`: since when a thread has waited, and in
 * which call; 0: it does not. */
struct thread;
void pulse_tell(double at, double (*since)(const struct thread *t, double at, unsigned *call));

#endif
