/* gate_futex.h: futexes in regions.
 *
 * The kernel knows a futex that only one process uses by its address. So a thread that waits at
 * the alias is not woken at the view. Threads wait at the alias while there is a region, and at
 * the view if they came before. Those who wake somebody wake at both. */
#ifndef FENCEPOST_GATE_FUTEX_H
#define FENCEPOST_GATE_FUTEX_H

#include "gate_make.h"

long gate_futex(const struct gated *c);

#endif
