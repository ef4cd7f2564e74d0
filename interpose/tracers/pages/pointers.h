/* pointers.h: at trace level `pages`, the program and MPI have different addresses for the same
 * memory.
 *
 * If all of a buffer lies in regions with one delta (region.h), MPI gets its alias: the pointer
 * is moved by the delta, whatever it points to itself (MPI_BOTTOM, a datatype with a
 * displacement). A buffer that lies only partly in a region keeps its address: MPI then faults
 * as the program does. */
#ifndef FENCEPOST_POINTERS_H
#define FENCEPOST_POINTERS_H

#include "interpose/tracers/tracers.h"

/* As in tracer.h. */
void pointers_to_mpi(struct pointers *p, void *pointer);

#endif
