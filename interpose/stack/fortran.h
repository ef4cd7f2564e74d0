/* fortran.h: who has made a call: the program, or the bindings of Fortran for it.
 *
 * The bindings of Fortran call the C function, and tell the library behind our back. */
#ifndef FENCEPOST_FORTRAN_H
#define FENCEPOST_FORTRAN_H

#include "interpose/base/thread.h"

int from_fortran(const struct thread *t);

#endif
