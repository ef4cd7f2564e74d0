/* mapped.h: which of the libraries that are mapped is the MPI library that the program calls.
 *
 * A library is known by what it exports and by the number of the binary interface in its soname
 * (include/libraries.def), not by the name of its file: MPICH, Intel MPI and an old Open MPI
 * are all called libmpi.so.12. */
#ifndef FENCEPOST_MAPPED_H
#define FENCEPOST_MAPPED_H

#include "include/library.h"

struct mapped {
  void *handle; /* NULL: none that is known */
  const struct library *library;
};

/* Where the program's own lookup finds a library, that one counts, known or not; otherwise the
 * first known one, which may be out of sight of all but what has loaded it. */
struct mapped mapped_find(void);

/* The function of any other library but ours; NULL: there is none. */
void *mapped_function(const char *name);

#endif
