/* comm.h: the program's communicators, by handle.
 *
 * A communicator is known from the call that makes it to MPI_Comm_free or MPI_Comm_disconnect;
 * its struct lives on while it is held. Its group is looked up once, in time and memory
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
#include "interpose/base/agreed.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/internal.h"

/* For a communicator with a topology, in the order of the arguments of neighbourhood
 * collectives. Ranks may be MPI_PROC_NULL. */
struct neighbours {
  int sources, destinations;
  /* Of MPI_Graph_create, where there are not as many edges from the one process to the other as
   * back: two of them. Else -1. */
  int one, other;
  int rank[]; /* ranks of the sources, then of the destinations */
};

/* What the program has asserted of a communicator by info keys (info.h). MPI_Comm_dup hands
 * nothing on: by MPI-3.1 it does, by MPI-4.0 it does not. */
enum { COMM_NO_ANY_SOURCE = 1, COMM_NO_ANY_TAG = 2, COMM_EXACT_LENGTH = 4 };

struct comm {
  /* The same at all its processes, and never used again in a run; 0: not known, and then clocks
   * are not followed on it. */
  uint64_t id;
  int size, me;        /* size of the local group; own rank in it */
  const int32_t *rank; /* world rank for each rank in the local group, -1: of another world */
  int inter;           /* whether it is an inter-communicator; */
  int remote_size; /* if so, size of the group that messages go to, else of the local group */
  const int32_t *remote;
  /* Whether it is an intra-communicator of exactly the processes of MPI_COMM_WORLD. */
  int whole;
  int foreign;         /* whether some process is of another world: then nothing is followed */
  int coming;          /* the request of MPI_Comm_idup, which makes it, is not complete */
  uint32_t assertions; /* COMM_NO_ANY_SOURCE... */

  MPI_Comm handle;
  struct neighbours *neighbours; /* comm_neighbours */
  struct agreed agreed;          /* agreement.h: the collective calls on it */
  uint64_t files;                /* how many calls of MPI_File_open there were */
  _Atomic uint64_t calls; /* collective calls begun on it; number 0 is the one that made it */
};

/* Makes MPI_COMM_WORLD and MPI_COMM_SELF known, because a rank that never uses a communicator
 * must look different from one that has freed it. */
void comm_begin(void);
/* The same where sessions may have come before MPI_Init. */
void comm_initialised(void);
/* There are more ranks than before. */
void comm_world_grew(void);
/* Returns NULL for a handle that is not a communicator we know. */
struct comm *comm_find(MPI_Comm handle);
/* How often a handle began or ceased to be one; relaxed: a thread sees what it did itself. */
extern INTERNAL _Atomic uint64_t handle_changes;
/* What the thread looked up last; of no use once one came or went. */
struct comm_last {
  MPI_Comm handle;
  struct comm *comm;
  uint64_t changes;
};
extern INTERNAL __thread struct comm_last comm_last __attribute__((tls_model("initial-exec")));
/* Whether comm_find gives the same communicator as the last time. */
static inline int comm_again(MPI_Comm handle) {
  return comm_last.comm && comm_last.handle == handle && comm_last.changes == handle_changes;
}
/* The same, of those seen so far: for any thread, without asking the library. */
struct comm *comm_known(MPI_Comm handle);
/* Messages on it are looked at anew. */
void comm_assert(struct comm *c, uint32_t assertions);
void comm_each(void *context, void (*each)(void *context, const struct comm *c));
/* References: a freed communicator lasts as long as the operations on it. */
void comm_hold(struct comm *c);
void comm_drop(struct comm *c);

/* Taken out before it is freed, because its handle may be used again at once; only comm_known
 * still finds it. After the call it is dropped, or put back if it was not freed. */
struct comm *comm_take(MPI_Comm handle);
void comm_taken(struct comm *c, int freed);

/* How a communicator is made. */
enum comm_way {
  COMM_CHILD = 1,  /* in any other way: collective over `parent` */
  COMM_GROUP,      /* MPI_Comm_create_group: collective over a group of `parent` */
  COMM_FROM_GROUP, /* MPI_Comm_create_from_group */
  COMM_INTER,      /* MPI_Intercomm_create and _from_groups */
  COMM_CONNECT     /* by a port, a socket, or by spawning */
};
struct comm_origin {
  enum comm_way way;
  struct comm *parent; /* for COMM_CHILD and COMM_GROUP */
  int twin; /* it has the groups of `parent`, and the library may not be asked for them yet */
  uint64_t more; /* what else its processes know that tells it from other communicators */
};
/* The handle was made. MPI_COMM_NULL: this process is not in it. */
void comm_made(const struct comm_origin *o, MPI_Comm handle);
/* Returns the id that a communicator of this group will have if it is made so next. Not for
 * COMM_CHILD. */
uint64_t comm_foresee(const struct comm_origin *o, const int32_t *rank, int size);
/* Returns the world ranks of a group, -1: of another world. To be freed; NULL when memory runs
 * out. */
int32_t *comm_group_ranks(MPI_Group group, int *size);

/* Returns NULL if there is no topology. */
const struct neighbours *comm_neighbours(struct comm *c);

#endif
