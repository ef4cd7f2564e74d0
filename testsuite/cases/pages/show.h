/* Numbers of all ranks, printed by the first. */
#ifndef SHOW_H
#define SHOW_H

#include "case.h"

static inline void show(int a, int b) {
  int mine[2] = {a, b}, *all = malloc(2 * (size_t)size * sizeof *all);
  MPI_Gather(mine, 2, MPI_INT, all, 2, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; !rank && i < size; i++)
    printf("%d: %d %d\n", i, all[2 * i], all[2 * i + 1]);
  free(all);
}

#endif
