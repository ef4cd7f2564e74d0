/* reduce_op.h: reduction operations as the checker knows them. */
#ifndef FENCEPOST_REDUCE_OP_H
#define FENCEPOST_REDUCE_OP_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"

/* Returns enum reduce. */
uint8_t reduce_op(MPI_Op op);

#endif
