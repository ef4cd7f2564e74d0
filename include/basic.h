/* basic.h: numbers for the predefined datatypes of basics.def, the same under every library. */
#ifndef FENCEPOST_BASIC_H
#define FENCEPOST_BASIC_H

enum basic {
  BASIC_UNKNOWN, /* cannot be told: nothing is checked */
  BASIC_MIXED,   /* a derived datatype of several predefined ones */
  BASIC_F90,     /* of MPI_Type_create_f90_* */
#define BASIC(name, class) BASIC_##name,
#include "basics.def"
  BASICS
};

#endif
