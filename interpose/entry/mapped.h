/* mapped.h: which of the mapped libraries is the MPI library that the program calls.
 *
 * A library is known by what it exports and by the number of the binary interface in its soname
 * (include/libraries.def), not by the name of its file: MPICH, Intel MPI and an old Open MPI
 * are all called libmpi.so.12. */
#ifndef FENCEPOST_MAPPED_H
#define FENCEPOST_MAPPED_H

#include "include/library.h"

struct mapped {
  void *handle; /* NULL: no known library was found */
  const struct library *library;
};

/* If the program's own lookup finds a library, that one counts, known or not. Otherwise the
 * first known one counts: the program may have loaded it so that only its loader can see it. */
struct mapped mapped_find(void);

/* Returns the object that the address lies in, NULL if there is none. Unlike dladdr this does
 * not look for the name of a function, which takes long in a large library. */
struct link_map;
struct link_map *mapped_owner(const void *address);

/* Returns the function that code of the object gets by that name if the object was loaded in a
 * scope of its own: its own, or that of the libraries that it needs, the nearest first; never
 * ours. NULL if there is none. */
void *mapped_seen_by(const struct link_map *object, const char *name);

/* Returns the function of any other library but ours, NULL if there is none. */
void *mapped_function(const char *name);

#endif
