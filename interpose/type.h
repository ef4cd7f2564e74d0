/* type.h: datatypes as the checker needs them.
 *
 * What a datatype handle describes is found once and kept until MPI_Type_free; each thread
 * remembers the last ones it used, so that a predefined datatype costs a few ns. */
#ifndef FENCEPOST_TYPE_H
#define FENCEPOST_TYPE_H

#include <stdint.h>
#include "mpi_call.h"
#include "../include/event.h"

/* Describes `count` items of `type` at `address` (0: relative to a displacement). The runs are
 * the thread's, until its next MPI call. */
void type_describe(struct event_data *d, uint64_t address, int64_t count, MPI_Datatype type);
/* Whether two buffers share a byte; 0 when that cannot be told. */
int type_intersect(const struct event_data *a, const struct event_data *b);

#endif
