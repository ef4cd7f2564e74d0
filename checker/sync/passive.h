/* passive.h: locks, flushes and MPI_Win_sync (sections 11.5.3 and 11.5.4). */
#ifndef FENCEPOST_PASSIVE_H
#define FENCEPOST_PASSIVE_H

#include "checker/core/state.h"

struct lock *passive_held(const struct window *w); /* any */

#endif
