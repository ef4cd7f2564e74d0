/* pscw_steps.h: what MPI_Win_start and MPI_Win_wait wait for, as steps (rendezvous_steps.h).
 *
 * MPI_Win_start may wait until each of its targets has called MPI_Win_post (section 11.5.2), as
 * a send may wait until its receive is posted; with MPI_MODE_NOCHECK it does not. MPI_Win_wait
 * waits for MPI_Win_complete of each origin, as a receive waits for its send. The n-th start
 * towards a target matches the n-th post of that process for this one.
 *
 * Of each epoch up to PSCW_MOST processes are followed. Costs a look-up of the window for each
 * call, and a step or an arrival for each process. */
#ifndef FENCEPOST_PSCW_STEPS_H
#define FENCEPOST_PSCW_STEPS_H

#include <stdint.h>
#include "interpose/base/thread.h"

#define PSCW_MOST 16

/* Before MPI_Win_post or MPI_Win_start: `index` are n of the `members` of the window's group.
 */
void pscw_post(struct frame *f, uint64_t window, int members, const int32_t *index, int n);
void pscw_start(struct frame *f, uint64_t window, int members, const int32_t *index, int n,
                int nocheck);
/* After MPI_Win_start; before MPI_Win_complete; after MPI_Win_wait. */
void pscw_started(struct frame *f, uint64_t window);
void pscw_complete(struct frame *f, uint64_t window);
void pscw_waited(struct frame *f, uint64_t window);
/* The window is freed. */
void pscw_forget(uint64_t window);

#endif
