/* locks.h: who keeps a lock from being granted. */
#ifndef FENCEPOST_LOCKS_H
#define FENCEPOST_LOCKS_H

#include "standstill.h"

/* Adds to `missing` the ranks that hold a lock on a target of w's lock: those of which that is
 * certain (`sure`), or else all that may. */
void locks_add_holders(struct scene *s, struct pending *w);

#endif
