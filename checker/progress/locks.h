/* locks.h: which ranks keep a lock from being granted. */
#ifndef FENCEPOST_LOCKS_H
#define FENCEPOST_LOCKS_H

#include "standstill.h"

/* Adds to `missing` the ranks that hold a lock on a target of w's lock. If there are ranks of
 * which this is certain, only those are added, and `sure` is set; else all ranks that may hold
 * one. */
void locks_add_holders(struct scene *s, struct pending *w);

#endif
