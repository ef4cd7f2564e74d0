/* unmatched.h: a hang that is a missing MPI_Win_post or MPI_Win_start is a finding. */
#ifndef FENCEPOST_UNMATCHED_H
#define FENCEPOST_UNMATCHED_H

#include "report/input/journals.h"

/* Adds start-without-post and post-without-start to the findings of ranks that hung in
 * MPI_Win_start, MPI_Win_complete or MPI_Win_wait, where the peer can no longer do its part: it
 * is in MPI_Win_free of that window or in MPI_Finalize, or has ended. */
void unmatched_add(struct journals *js);

#endif
