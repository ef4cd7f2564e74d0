/* schedule.h: other legal schedules of the program, for `fencepost run --schedules`.
 *
 * With a seed, functions of this folder stand in for those of the MPI library that wrappers
 * call (CARRY_OUT in base/mpi_call.h). Each makes what the program asked for, but in another
 * way that the standard allows as well: the rows of choices.def. What the program and the
 * checker see of the call is the same. Without a seed there is nothing here that runs.
 *
 * Whether a choice is taken at a call is a hash of the seed, the rank, the thread and the
 * number of the call among those that could have taken one, so the same seed decides the same
 * again. What the program then does may still depend on what other processes do meanwhile. */
#ifndef FENCEPOST_SCHEDULE_H
#define FENCEPOST_SCHEDULE_H

#include <stdint.h>

enum choice {
#define CHOICE(NAME, ...) CHOICE_##NAME,
#include "choices.def"
  CHOICES
};

/* Called once, when MPI is initialised and `world` is filled in. 0: no seed. `reorder`:
 * reductions combine values in other orders, too. */
void schedule_begin(uint64_t seed, int reorder);

/* The rest is for the files of this folder. */

uint64_t schedule_seed(void);
/* Takes the next number of this thread. Returns whether the choice is taken; if so, *hash are
 * random bits to decide more with. */
int schedule_takes(enum choice c, uint64_t *hash);
/* As schedule_takes, for what costs time: the more calls the thread has made, the rarer it is,
 * so that all these together take a few seconds at most. */
int schedule_takes_time(enum choice c, uint64_t *hash);
/* Sleeps. */
void schedule_sleep(uint64_t microseconds);
/* Makes the operations that are held back (late_operations.c). */
void late_make_all(void);

#endif
