/* arena.h: executable memory for instructions that run on an alias (region.h).
 *
 * Which instructions stand in an arena depends on the delta of its regions; so regions of one
 * delta that are not far from each other have one. It stays mapped for good. */
#ifndef FENCEPOST_ARENA_H
#define FENCEPOST_ARENA_H

#include <stdint.h>

/* Less than 2 GiB from `alias`; NULL: there is no room. */
void *arena_for(uintptr_t alias, intptr_t delta);

#endif
