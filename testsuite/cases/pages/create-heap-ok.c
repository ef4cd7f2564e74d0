/* MPI_Win_create on memory of malloc, among other blocks on the same pages. */
/* case: levels=mpi,pages */
#include "show.h"

int main(void) {
  int v = 1;
  MPI_Win win;
  begin();
  char *before = malloc(100);
  int *memory = malloc(400);
  char *after = malloc(9000);
  memset(before, 1, 100);
  memset(memory, 0, 400);
  memset(after, 2, 9000);
  MPI_Win_create(memory, 400, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    STORE(memory[4], memory[4] + 7);
  MPI_Win_fence(0, win);
  int got = memory[4];
  MPI_Win_free(&win);
  int sum = before[99] + after[0] + after[8999];
  free(before);
  free(memory);
  free(after);
  show(got, sum);
  MPI_Finalize();
}
