/* standing.h: what the programs share whose ranks stand still, for ever or for some time. Each is
 * `PROGRAM NAME`, and has a table of its names. */
#ifndef STANDING_H
#define STANDING_H

#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORLD MPI_COMM_WORLD
#define NONE MPI_STATUS_IGNORE
#define ALL_STATUSES MPI_STATUSES_IGNORE

static int rank, size, next, before, value = 7;
static int in[8];

struct program {
  const char *name;
  void (*run)(void);
};

static inline MPI_Group peer(int member) {
  MPI_Group world, one;
  MPI_Comm_group(WORLD, &world);
  MPI_Group_incl(world, 1, &member, &one);
  MPI_Group_free(&world);
  return one;
}

static inline MPI_Win window(void) {
  MPI_Win win;
  MPI_Win_create(in, sizeof in, 4, MPI_INFO_NULL, WORLD, &win);
  return win;
}

/* Runs the program of that name, with MPI from MPI_Init_thread(level) to MPI_Finalize. */
static inline void stand(const struct program *programs, size_t count, const char *name, int level) {
  int provided;
  MPI_Init_thread(NULL, NULL, level, &provided);
  MPI_Comm_rank(WORLD, &rank);
  MPI_Comm_size(WORLD, &size);
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
  for (size_t i = 0; i < count; i++)
    if (!strcmp(programs[i].name, name))
      programs[i].run();
  MPI_Finalize();
}
#define STAND(name, level) stand(programs, sizeof programs / sizeof *programs, name, level)

#endif
