/* probe_split.h: a thread probes and then receives, and another thread's receive may take the
 * message that the probe has found (section 12.4.2). MPI_Mprobe is for that.
 *
 * The last probes and receives of a process are kept, in programs with several threads alone; a
 * receive that nothing orders before the probe, or after the receive that followed it, is told.
 * So no receive of a process that has probed may take a short way (calls/known_message.h). */
#ifndef FENCEPOST_PROBE_SPLIT_H
#define FENCEPOST_PROBE_SPLIT_H

#include "interpose/base/internal.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

/* Probes that were kept; 0 where threads may not call MPI at once. */
extern INTERNAL unsigned probe_split_count;

/* MPI_Probe or MPI_Iprobe has found a message. */
void probe_split_found(struct frame *f, MPI_Comm comm, int source, int tag);
/* A receive begins, or MPI_Mprobe has taken a message. `source`, `tag`: what it asks for. */
void probe_split_receive(struct frame *f, MPI_Comm comm, int source, int tag);

#endif
