/* contents.h: how a datatype was made (MPI_Type_get_envelope and _contents, section 4.1.13).
 *
 * `number` has all numbers given to the constructor in the order of its arguments, whether they
 * were integers, addresses or large counts (of subarrays and darrays with large counts:
 * integers first). */
#ifndef FENCEPOST_CONTENTS_H
#define FENCEPOST_CONTENTS_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"

struct contents {
  int combiner;
  int64_t integers, addresses, counts, types; /* how many of each; counts: large ones */
  int64_t *number;
  MPI_Datatype *type;
};

/* Fills in the combiner and the numbers of arguments; 0 if the library does not tell. */
int contents_outline(struct contents *c, MPI_Datatype type);
/* Then the arguments. On success contents_drop must follow; it frees the datatypes again. */
int contents_read(struct contents *c, MPI_Datatype type);
void contents_drop(struct contents *c);
int combiner_predefined(int combiner);

#endif
