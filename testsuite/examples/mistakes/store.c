/* Rank 1 stores to its window while rank 0 puts there. */
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 7, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  if (rank == 1)
    for (int i = 0; i < 8; i++)
      memory[i] = i;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
