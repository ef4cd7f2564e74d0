/* invalid.h: handles that can be those of no object, because no call has made them: a variable
 * that was not set, or a handle of another kind.
 *
 * What MPI itself makes and we have not seen must never be taken for such a handle. So only
 * what the handle itself says counts. In MPICH it is a number that names its kind. In Open MPI
 * it is the address of an object that names its class; one is invalid if nothing is mapped
 * there, or if its class is not that of a known object of the kind, nor derived from it. In the
 * standard's own interface only the handles of predefined objects name their kind.
 * Handles of freed objects and null handles are not invalid here: they are told of as what they
 * are (object.h).
 *
 * Costs some instructions for a number, a look-up for an address that was seen before, and two
 * system calls or more for any other one. */
#ifndef FENCEPOST_INVALID_H
#define FENCEPOST_INVALID_H

#include "interpose/base/mpi_call.h"

/* `kind`: enum object; `handle` points to the handle. */
int handle_invalid(int kind, const void *handle);
/* MPI has just given this handle: where handles are addresses its object is not looked at
 * again. */
#if LIBRARY_HANDLES != HANDLES_ADDRESSES
static inline void handle_is_valid(int kind, const void *handle) {
  (void)kind, (void)handle;
}
#else
void handle_is_valid(int kind, const void *handle);
#endif

#endif
