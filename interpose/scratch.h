/* scratch.h: memory of a thread that lives until its next MPI call. Never moves; NULL when
 * there is none left. */
#ifndef FENCEPOST_SCRATCH_H
#define FENCEPOST_SCRATCH_H

#include <stddef.h>

void *scratch_take(size_t bytes);

#endif
