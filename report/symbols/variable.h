/* variable.h: variables of the program and their elements, from its debug information.
 *
 * An argument of a call, as it is written, names memory: `u`, `&halo.right[1]`, `p + 4`, in C,
 * C++ and Fortran, with constants as subscripts; for MPI_Win_allocate and the like `&p`, where
 * the call stores the address. variable_element says what the program itself would call some
 * bytes of that memory. */
#ifndef FENCEPOST_VARIABLE_H
#define FENCEPOST_VARIABLE_H

#include <elfutils/libdw.h>
#include <stdint.h>

/* Where names have their meaning. */
struct scope {
  Dwarf_Die *scopes; /* innermost first */
  int n;
  int fortran;
};

struct memory_named {
  const char *argument; /* its text */
  int stored;           /* the call stores the address of the memory in what the argument is the
                           address of */
  int64_t size;         /* of the memory in bytes, -1 if unknown */
  int64_t lo, hi;       /* the bytes, from where the argument points to; hi excluded */
};

/* Returns "u[17]", "u[2][0] to u[2][3]", "halo.right[1]", "u(18)", "*counter"; the caller frees
 * it. NULL if the text is more than is understood here, or the type is not known. */
char *variable_element(const struct scope *s, const struct memory_named *m);

#endif
