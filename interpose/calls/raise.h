/* raise.h: --raise: the error handler of a window is called with the error class of a finding
 * about it, as if the library had found it.
 *
 * A finding is made while calls of the library may not be made, perhaps in a call on another
 * window or by another thread: its class waits for the next call on its window to return (that
 * one itself, most often), which returns the class if the handler does. Where the library has
 * refused the call, its own error is the one that counts. Errors only; off by default. */
#ifndef FENCEPOST_RAISE_H
#define FENCEPOST_RAISE_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"
#include "include/finding.h"
#include "report/journal/options.h"

extern int raise_on;
void raise_begin(const struct options *o);
void raise_note(const struct finding *f);
/* After a call on a window: what it is to return in place of `rc`. */
int raise_after(struct frame *f, int rc);
/* Before MPI_Win_free, after which there is no handler: what that is to return. */
void raise_before_free(MPI_Win win);

#endif
