/* life.h: how this process's part in the run begins and ends. The hooks of MPI_Init and its
 * like are named in entry/hooks.def. */
#ifndef FENCEPOST_LIFE_H
#define FENCEPOST_LIFE_H

#include "interpose/runtimes/thread_hooks.h"

/* Called once, when this library is loaded. */
void life_attach(const struct order_calls *order);

#endif
