/* joining.h: how a world that MPI_Comm_spawn makes comes to be checked together with the world
 * that has spawned it.
 *
 * Both become one world of the checker: the spawned processes get the ranks after all others,
 * and the id of the spawning world, so that they write journals beside its. That needs all its
 * processes: the communicator that spawns has to have them all. Where one cannot join (the
 * spawned program is not checked, sees other accesses, is on another host; another world has
 * joined and is still there) each world is checked by itself, as are worlds that are connected
 * in other ways. Worlds part when the last communicator of both is freed (section 10.5.4 of
 * MPI-3.1), because from then on neither may wait for the other. A process that ends before
 * waits until the others have taken what it has told them.
 *
 * Cost: a file and a few collective calls for each MPI_Comm_spawn. */
#ifndef FENCEPOST_JOINING_H
#define FENCEPOST_JOINING_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/mpi_frame.h"
#include "report/journal/options.h"

/* Around MPI_Comm_spawn and MPI_Comm_spawn_multiple, also if checking has stopped. */
void joining_enter(struct frame *f);
void joining_leave(struct frame *f);
/* Collective over a spawned world, which is world.comm, and before it begins. `entered`: when
 * MPI_Init was (offer_clock). Returns whether it will join; then its ranks, its size and its id
 * are those that it has from then on. */
int joining_answer(const struct options *o, MPI_Comm parent, uint64_t entered, uint64_t *id);
/* It has begun. */
void joining_begun(void);
/* A communicator is about to be freed. Also if checking has stopped. */
void joining_free(struct frame *f);

/* The process ends before the worlds have parted. */
void joining_end(void);

#endif
