/* misplaced.h: calls before MPI_Init or after MPI_Finalize, where only a few are allowed
 * (section 8.7), and MPI_Init called again. */
#ifndef FENCEPOST_MISPLACED_H
#define FENCEPOST_MISPLACED_H

#include "interpose/base/mpi_frame.h"

/* While MPI is not initialised calls are looked at: WATCH_MISPLACED (call_watch.h). */
void misplaced_look(struct frame *f);
/* MPI_Init or MPI_Session_init has been called with success, and the journal is there;
 * everything has been told of this process's part in the run. */
void misplaced_began(void);
void misplaced_ended(void);
/* The process is initialised already. */
void misplaced_again(struct frame *f);

#endif
