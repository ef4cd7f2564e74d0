/* failed_calls.h: calls in which the MPI library has ended a rank
 * (interpose/session/early_end.h), where no error says why. */
#ifndef FENCEPOST_FAILED_CALLS_H
#define FENCEPOST_FAILED_CALLS_H

#include "report/input/journals.h"

/* Adds a finding for each such rank among js->rank[from..to-1], after all others were added:
 * none if a rank has crashed or aborted, or if there is an error among the findings. */
void failed_calls_add(struct journals *js, size_t from, size_t to);

#endif
