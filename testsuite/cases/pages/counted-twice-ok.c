/* The owner counts in its window, thrice in one place, between fences others count in. */
/* case: levels=mpi,pages,compiled */
#include "show.h"

static void count(volatile int *place) {
  (*place)++;
}

int main(void) {
  int one = 1, *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = 0;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 3; i++)
    count(memory);
  MPI_Win_fence(0, win);
  show(rank, memory[0]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
