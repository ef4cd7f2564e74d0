/* entry_order.h: in which order the entries of a datatype are, which its bytes do not tell. */
#ifndef FENCEPOST_ENTRY_ORDER_H
#define FENCEPOST_ENTRY_ORDER_H

#include "interpose/base/mpi_call.h"

/* Returns whether some entry of the type map is certain to come before the one that precedes
 * it.
 */
int entries_decrease(MPI_Datatype type);

#endif
