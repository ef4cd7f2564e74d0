/* basic.h: numbers for the predefined datatypes of basics.def, the same under every library. */
#ifndef FENCEPOST_BASIC_H
#define FENCEPOST_BASIC_H

enum basic {
  BASIC_UNKNOWN, /* the datatype cannot be told, so nothing is checked against it */
  BASIC_MIXED,   /* a derived datatype made of several predefined ones */
  BASIC_F90,     /* made by MPI_Type_create_f90_*, which makes what the program asks for */
#define BASIC(name, class) BASIC_##name,
#include "basics.def"
  BASICS
};

#endif
