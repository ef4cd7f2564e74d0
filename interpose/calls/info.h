/* info.h: what the program has promised about a window or a communicator by info keys. */
#ifndef FENCEPOST_INFO_H
#define FENCEPOST_INFO_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"

/* INFO_* of event.h; a key that is not given keeps its old value. */
uint32_t info_bits(MPI_Info info, uint32_t before);
/* COMM_* of comm.h, the same way. */
uint32_t info_assertions(MPI_Info info, uint32_t before);

#endif
