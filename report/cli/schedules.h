/* schedules.h: `fencepost run --schedules=N`: the program several times, first as it is, then
 * with other legal choices (interpose/schedule/schedule.h), and one report of all runs. */
#ifndef FENCEPOST_SCHEDULES_H
#define FENCEPOST_SCHEDULES_H

#include "report/journal/options.h"

/* Makes one run and its report, and returns the exit status of `run`. `quietly`: without a
 * summary. It belongs to run.c. */
int run_once(struct options *o, char **argv, int quietly);

/* Makes all runs; `argv` is the program. Returns the exit status: the program's own in the
 * first run in which it is not 0, else as of one run with all findings. What the program prints
 * is passed on in the first run only; in the others it is compared. */
int schedules_run(struct options *o, char **argv);

#endif
