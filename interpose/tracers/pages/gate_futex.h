/* gate_futex.h: futexes in regions.
 *
 * A futex of the process only is known to the kernel by its address: who waits at the alias is
 * not woken at the view. Waiters are at the alias while there is a region, and at the view if
 * they came before; wakers wake both. */
#ifndef FENCEPOST_GATE_FUTEX_H
#define FENCEPOST_GATE_FUTEX_H

#include "gate_make.h"

long gate_futex(const struct gated *c);

#endif
