/* What the cases of programs with many communicators share: more of them, each with a
 * collective call on it, than Fencepost keeps the collective calls of (interpose/agreement). */
#ifndef MANY_COMMUNICATORS_H
#define MANY_COMMUNICATORS_H

#include "case.h"

#define MANY 300
static MPI_Comm many[MANY];

static inline void make_many(void) {
  for (int i = 0; i < MANY; i++) {
    MPI_Comm_dup(MPI_COMM_WORLD, &many[i]);
    MPI_Barrier(many[i]);
  }
}

static inline void free_many(void) {
  for (int i = 0; i < MANY; i++)
    MPI_Comm_free(&many[i]);
}

#endif
