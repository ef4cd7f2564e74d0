/* fence.h: MPI_Win_fence (section 11.5.1) and what it promises (section 11.5.5). */
#ifndef FENCEPOST_FENCE_H
#define FENCEPOST_FENCE_H

#include "checker/core/state.h"

void fence_free(struct window *w);

#endif
