/* array.h: arrays that grow. */
#ifndef FENCEPOST_ARRAY_H
#define FENCEPOST_ARRAY_H

#include "state.h"

void *check_grow(struct check *c, void *array, int *room, int need, size_t item);

#endif
