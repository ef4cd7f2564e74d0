/* unit_scopes.h: the function that code belongs to, and the inlined calls in it that the code
 * is part of.
 *
 * dwarf_getscopes tells the same, but goes through all entries of the unit for each address,
 * and once more for each of the scopes: too long for the many frames of a program in one file
 * of C++. */
#ifndef FENCEPOST_UNIT_SCOPES_H
#define FENCEPOST_UNIT_SCOPES_H

#include <elfutils/libdw.h>

#define SCOPES_MOST 64

/* The functions of the units that were asked for, of one file. NULL: none yet. */
struct unit_functions;

struct function_scopes {
  int n;                        /* 0: the unit tells of no function there */
  Dwarf_Die scope[SCOPES_MOST]; /* the outermost, which is the function, first */
};

/* Finds the scopes around `address`. The first call about a unit looks at all entries of its
 * outermost level. */
void unit_scopes(struct unit_functions **units, Dwarf_Die *unit, Dwarf_Addr address,
                 struct function_scopes *scopes);
void units_free(struct unit_functions *units);

#endif
