/* The owner counts in its window what others count there by accumulates, twice in one place: to
 * load again what it has stored itself is not to poll. */
/* case: levels=pages,compiled */
#include "case.h"

#define ADD(v, win) MPI_Accumulate(&(v), 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win)

static void count(volatile int *place) {
  (*place)++; /* site: rma-local-race */
}

int main(void) {
  int v = 1, *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = 0;
  MPI_Win_fence(0, win);
  if (rank == 0)
    ADD(v, win); /* expect: rma-local-race */ /* expect: rma-local-race */
  else
    for (int i = 0; i < 3; i++)
      count(memory);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
