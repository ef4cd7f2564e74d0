/* coll_own.h: what a process sends to itself in a collective call. */
#ifndef FENCEPOST_COLL_OWN_H
#define FENCEPOST_COLL_OWN_H

#include "coll.h"

/* Before a collective call on an intra-communicator: reports it if the process sends other data
 * to itself than it receives from itself. Among the pairs of processes whose amounts and types
 * have to match each is a pair with itself (sections 5.5 to 5.8 of MPI-3.1), and this one can be
 * told before the library ends the program. */
void coll_own(struct frame *f, const struct comm *c, const struct coll *k);

#endif
