/* changed_buffer.h: the program has changed a buffer that MPI reads, by a store that nobody
 * saw. */
#ifndef FENCEPOST_CHANGED_BUFFER_H
#define FENCEPOST_CHANGED_BUFFER_H

#include "checker/core/access.h"

void changed(struct check *c, const struct access *a, uint64_t since);

#endif
