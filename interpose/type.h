/* type.h: datatypes as the checker needs them.
 *
 * What a datatype handle describes is found once and kept until MPI_Type_free. A datatype of
 * more than TYPE_BLOCKS_MOST separate blocks, or built in a way that cannot be taken apart, is
 * opaque: its bounds and size are exact, overlaps in it are not looked for. */
#ifndef FENCEPOST_TYPE_H
#define FENCEPOST_TYPE_H

#include <stdint.h>
#include "mpi_call.h"
#include "../include/event.h"

#define TYPE_BLOCKS_MOST 65536

/* Describes `count` items of `type` at `address` (0: relative to a displacement). */
void type_describe(struct event_data *d, uint64_t address, int64_t count, MPI_Datatype type);
/* Whether two buffers share a byte; 0 when that cannot be told. */
int type_intersect(uint64_t a, int64_t na, MPI_Datatype ta, uint64_t b, int64_t nb,
                   MPI_Datatype tb);

#endif
