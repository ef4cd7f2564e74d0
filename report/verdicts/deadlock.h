/* deadlock.h: a hang in which the ranks wait for each other, or for one that has ended, is a
 * finding. */
#ifndef FENCEPOST_DEADLOCK_H
#define FENCEPOST_DEADLOCK_H

#include "report/input/journals.h"

/* Adds `deadlock` to the findings of one rank of each circle of ranks that wait for each other,
 * and of ranks that wait for one that can do nothing any more. Only what the records prove:
 * each has been in its call for a second, all its threads have, and what it waits for is not
 * what the other is about to do. */
void deadlock_add(struct journals *js);

#endif
