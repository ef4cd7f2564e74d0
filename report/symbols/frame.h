/* frame.h: which frame of a stack is the program's own, hence the one to name.
 *
 * Innermost are frames of Fencepost and of MPI (its Fortran bindings, mpi4py), or of the C, C++
 * and Fortran libraries: they are passed over. A frame of an interpreter whose line is known
 * goes before native frames without one. */
#ifndef FENCEPOST_FRAME_H
#define FENCEPOST_FRAME_H

#include <jansson.h>

/* The frame of `stack` (symbol.h) that made the call, borrowed; NULL if the stack is empty. */
const json_t *frame_own(const json_t *stack);

/* Whether the module, named by its path, is Fencepost's or an MPI library's. */
int frame_is_library(const char *module);

/* The part after the last '/'. */
const char *frame_base(const char *path);

#endif
