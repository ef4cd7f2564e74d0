/* Two windows on overlapping memory, one freed before the other. */
/* case: levels=mpi,pages */
#include "show.h"

int main(void) {
  int v = 1;
  MPI_Win first, second;
  begin();
  int *memory = calloc(10000, sizeof *memory);
  MPI_Win_create(memory, 20000, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(memory + 1000, 30000, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  MPI_Win_fence(0, first);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4000, 1, MPI_INT, first);
  MPI_Win_fence(0, first);
  MPI_Win_fence(0, second);
  if (rank == 1)
    STORE(memory[4000], memory[4000] + 7);
  MPI_Win_fence(0, second);
  MPI_Win_free(&first);
  MPI_Win_fence(0, second);
  if (rank == 1)
    MPI_Put(&v, 1, MPI_INT, 0, 7000, 1, MPI_INT, second);
  MPI_Win_fence(0, second);
  int got = memory[4000] + memory[8000];
  MPI_Win_free(&second);
  memory = realloc(memory, 400000);
  show(got, memory[4000] + memory[8000]);
  free(memory);
  MPI_Finalize();
}
