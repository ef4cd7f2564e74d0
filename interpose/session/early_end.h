/* early_end.h: a process that ends without MPI_Finalize, because it exits (also by
 * _exit, _Exit and quick_exit), or because an MPI call fails whose error handler is
 * MPI_ERRORS_ARE_FATAL (MPI-3.1 section 8.3). */
#ifndef FENCEPOST_EARLY_END_H
#define FENCEPOST_EARLY_END_H

#include <stdint.h>
#include "interpose/hooks/modules.h"

/* Called once, when this library is loaded. */
void early_end_attach(void *mpi, struct hooks_calls *calls);
/* Called when MPI is initialised, by this call. */
void early_end_initialised(unsigned call, uint32_t stack);
/* From now on the process's early end is told, by whatever exit it comes. */
void early_end_begin(void);

#endif
