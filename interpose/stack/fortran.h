/* fortran.h: whether the program has made a call itself, or Fortran's bindings on its behalf.
 *
 * Fortran's bindings call the C function, and tell the library more than its arguments say. */
#ifndef FENCEPOST_FORTRAN_H
#define FENCEPOST_FORTRAN_H

#include "interpose/base/thread.h"

int from_fortran(const struct thread *t);

#endif
