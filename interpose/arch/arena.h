/* arena.h: executable memory for instructions that run on an alias (region.h).
 *
 * The instructions in an arena depend on the delta of its regions. So regions with the same
 * delta that are not far apart share one. An arena stays mapped for good. */
#ifndef FENCEPOST_ARENA_H
#define FENCEPOST_ARENA_H

#include <stdint.h>

/* Returns an arena less than 2 GiB from `alias`, NULL if there is no room. */
void *arena_for(uintptr_t alias, intptr_t delta);

#endif
