/* changed.h: the program has changed a buffer that MPI reads, by a store that nobody saw. */
#ifndef FENCEPOST_CHANGED_H
#define FENCEPOST_CHANGED_H

#include "checker/core/access.h"

void changed(struct check *c, const struct access *a, uint64_t since);

#endif
