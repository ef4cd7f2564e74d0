/* comm.h: the program's communicators, by handle.
 *
 * A communicator is known from the call that makes it to MPI_Comm_free or MPI_Comm_disconnect;
 * its struct lives on while it is held. What it is made of is found once, in time and memory
 * proportional to its group; comm_find is a hash look-up, and less for the communicator that a
 * thread used last.
 *
 * All processes of a communicator give it the same id without asking each other: it is mixed of
 * what they share, its processes and the id of the communicator it is made of, and of how many
 * were made before. Processes make communicators out of one in the same order, as they call all
 * its collective calls (section 5.1). */
#ifndef FENCEPOST_COMM_H
#define FENCEPOST_COMM_H

#include <stdatomic.h>
#include <stdint.h>
#include "interpose/base/mpi_call.h"

/* Of a communicator with a topology, in the order of the arguments of neighbourhood
 * collectives; may be MPI_PROC_NULL. */
struct neighbours {
  int sources, destinations;
  int rank[]; /* of the sources, then of the destinations */
};

struct comm {
  uint64_t id;  /* the same at all its processes, never used again in a run; 0: not known, and
                   clocks are not followed on it */
  int size, me; /* of the local group; own rank in it */
  const int32_t *rank; /* by rank in the local group: world rank, -1: of another world */
  int inter;           /* an inter-communicator; */
  int remote_size;     /* then the group that messages go to, else the local group */
  const int32_t *remote;
  int whole;   /* intra-communicator of exactly the processes of MPI_COMM_WORLD */
  int foreign; /* some process is of another world: nothing is followed */

  MPI_Comm handle;
  struct neighbours *neighbours; /* comm_neighbours */
  _Atomic uint64_t calls; /* collective calls begun on it; the 0th is the one that made it */
};

/* Makes MPI_COMM_WORLD and MPI_COMM_SELF known: a rank that never uses them is to be told from
 * one that has freed a communicator. */
void comm_begin(void);
/* NULL for a handle that is not a communicator we know. */
struct comm *comm_find(MPI_Comm handle);
/* How often a handle began or ceased to be one; relaxed: a thread sees what it did itself. */
extern _Atomic uint64_t comm_changes;
/* The same, of those seen so far: for any thread, without asking the library. */
struct comm *comm_known(MPI_Comm handle);
void comm_each(void *context, void (*each)(void *context, const struct comm *c));
/* References, so that a freed communicator lasts as long as the operations on it. */
void comm_hold(struct comm *c);
void comm_drop(struct comm *c);

/* Taken out before it is freed, so that the handle may be used again; put back if that failed.
 */
struct comm *comm_take(MPI_Comm handle);
void comm_return(struct comm *c);

/* How a communicator comes to be. */
enum comm_way {
  COMM_CHILD = 1,  /* collective over `parent`: all else */
  COMM_GROUP,      /* MPI_Comm_create_group: over a group of `parent` */
  COMM_FROM_GROUP, /* MPI_Comm_create_from_group */
  COMM_INTER,      /* MPI_Intercomm_create and _from_groups */
  COMM_CONNECT     /* from a port, a socket, or by spawning */
};
struct comm_origin {
  enum comm_way way;
  struct comm *parent; /* COMM_CHILD and COMM_GROUP */
  int twin;            /* has the groups of `parent`, and may not be asked for them yet */
  uint64_t more;       /* what else its processes know that tells it from others */
};
/* The handle was made; MPI_COMM_NULL: for other processes. */
void comm_made(const struct comm_origin *o, MPI_Comm handle);
/* The id that a communicator of this group will have if it is made so next; not for CHILD. */
uint64_t comm_foresee(const struct comm_origin *o, const int32_t *rank, int size);
/* The world ranks of a group, -1: of another world. To be freed; NULL when memory runs out. */
int32_t *comm_group_ranks(MPI_Group group, int *size);

/* NULL: no topology. */
const struct neighbours *comm_neighbours(struct comm *c);

#endif
