/* contents.h: how a datatype was made (MPI_Type_get_envelope and _contents, section 4.1.13).
 *
 * `number` has all numbers that the constructor was given, in the order of its arguments,
 * whether they were integers, addresses or large counts. (For subarrays and darrays with large
 * counts the integers come first.) */
#ifndef FENCEPOST_CONTENTS_H
#define FENCEPOST_CONTENTS_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"

struct contents {
  int combiner;
  /* How many of each there are; counts: large counts. */
  int64_t integers, addresses, counts, types;
  int64_t *number;
  MPI_Datatype *type;
};

/* Fills in the combiner and how many arguments there are; returns 0 if the library does not
 * tell. */
int contents_outline(struct contents *c, MPI_Datatype type);
/* Gets the arguments. After success contents_drop must be called; it frees the datatypes
 * again. */
int contents_read(struct contents *c, MPI_Datatype type);
void contents_drop(struct contents *c);
int combiner_predefined(int combiner);

#endif
