/* frame.h: which frame of a stack belongs to the program itself, so that it can be named.
 *
 * The innermost frames belong to Fencepost and MPI (also its Fortran bindings and mpi4py), or
 * to the C, C++ and Fortran libraries. These are skipped. A frame of an interpreter with a
 * known line is preferred to native frames without one. */
#ifndef FENCEPOST_FRAME_H
#define FENCEPOST_FRAME_H

#include <jansson.h>

/* Returns the frame of `stack` (symbol.h) that made the call, borrowed; NULL if the stack is
 * empty. */
const json_t *frame_own(const json_t *stack);

/* Returns whether the module with this path belongs to Fencepost or to an MPI library. */
int frame_is_library(const char *module);

/* Returns the part after the last '/'. */
const char *frame_base(const char *path);

#endif
