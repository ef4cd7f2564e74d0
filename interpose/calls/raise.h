/* raise.h: --raise: calls the error handler of a window with the error class of a finding about
 * it, as if the library had found the error.
 *
 * When a finding is made, no calls of the library may be made; it may also be made in a call on
 * another window, or by another thread. So its class waits until the next call on its window
 * returns (mostly the same call); that call returns the class, if the handler returns. If the
 * library has refused the call, its own error counts. Errors only; off by default. */
#ifndef FENCEPOST_RAISE_H
#define FENCEPOST_RAISE_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"
#include "include/finding.h"
#include "report/journal/options.h"

extern int raise_on;
void raise_begin(const struct options *o);
void raise_note(const struct finding *f);
/* After a call on a window: returns what the call is to return in place of `rc`. */
int raise_after(struct frame *f, int rc);
/* Before MPI_Win_free, after which there is no handler: returns what the call is to return. */
void raise_before_free(MPI_Win win);

#endif
