/* arguments.h: arguments that the standard does not allow, found before the library is called,
 * because libraries end the program for them.
 *
 * What is looked at follows from the roles of calls.def; a few calls have rules of their own
 * (grids.c). One finding for each call. Operations on windows have checks of their own
 * (calls/). What cannot be told is not judged: the arguments that are not significant at this
 * process, communicators that are not known. */
#ifndef FENCEPOST_ARGUMENTS_H
#define FENCEPOST_ARGUMENTS_H

#include "interpose/base/mpi_frame.h"
#include "interpose/handles/comm.h"

/* Before the library is called. Costs some 200 instructions. */
void arguments_check(struct frame *f);
/* Whether nothing can be found in a call of MPI_Comm_rank or MPI_Comm_size. Some programs ask
 * for their rank in every loop. */
static inline int arguments_alike(const void *args) {
  const struct args_Comm_rank *a = args;
  return comm_again(a->comm) && !comm_last.comm->coming && a->rank;
}
/* Only looks for null handles and those of no object (invalid.h), for calls that have checks of
 * their own, when one is not known there. */
void arguments_check_handles(struct frame *f);

#endif
