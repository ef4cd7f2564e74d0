/* memory_freed.h: memory that is freed while windows have it. */
#ifndef FENCEPOST_MEMORY_FREED_H
#define FENCEPOST_MEMORY_FREED_H

#include "checker/core/state.h"

void memory_freed(struct check *c, const struct event *e);

#endif
