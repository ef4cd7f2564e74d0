/* pointers.h: what the program and MPI call the same memory by, at trace level `pages`.
 *
 * A buffer all of which lies in regions with one delta (region.h) is given to MPI by its alias:
 * the pointer moves by the delta, whatever it points to itself (MPI_BOTTOM, a datatype with a
 * displacement). One that lies partly in a region keeps its address: MPI then faults as the
 * program does. */
#ifndef FENCEPOST_POINTERS_H
#define FENCEPOST_POINTERS_H

#include "interpose/tracers/tracers.h"

/* As tracer.h has it. */
void pointers_to_mpi(struct pointers *p, void *pointer);

#endif
