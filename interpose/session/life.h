/* life.h: how this process's part in the run begins and ends. The hooks of MPI_Init and its
 * like are named in entry/hooks.def. */
#ifndef FENCEPOST_LIFE_H
#define FENCEPOST_LIFE_H

#include "interpose/hooks/modules.h"

/* Called once, when this library is loaded. */
void life_attach(void *mpi, struct hooks_calls *calls);

#endif
