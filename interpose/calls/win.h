/* win.h: the program's windows, found by their handles. */
#ifndef FENCEPOST_WIN_H
#define FENCEPOST_WIN_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"
#include "interpose/base/internal.h"

/* Returns how many windows this process has. */
extern INTERNAL _Atomic int win_count;

/* What is known of the operations that this process has made on the window. */
enum complete { MAY_BE_UNDER_WAY, COMPLETE_LOCALLY, COMPLETE };

struct win {
  uint64_t id;
  MPI_Group group;
  int me, count;
  uint8_t flavor, model;
  uint8_t complete; /* enum complete, for known_op.c */
};

/* Returns NULL for a handle that is not a window we know. The pointer is valid until
 * MPI_Win_free. */
const struct win *win_find(MPI_Win handle);
/* Name of the communicator that the window was made of, "" if not known; valid until
 * MPI_Win_free. */
const char *win_comm_name(uint64_t id);
/* The same for a thread that is in a call: costs some nanoseconds however many windows there
 * are. */
struct win *win_in_call(MPI_Win handle);
/* The same for an operation or synchronisation call, where MPI_WIN_NULL is a finding. What was
 * known of win.complete is over. */
struct frame;
struct win *win_of_call(struct frame *f, MPI_Win handle);

/* Addresses in windows that a call has returned become the program's, if tracer_views is
 * set. */
void win_addresses(const struct frame *f);

#endif
