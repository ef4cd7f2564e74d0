/* Puts to memory that rank 1 stores to in another file or (LIBRARY) in a shared library. */
#include <mpi.h>
#include <stdio.h>
#include "store.h"

int main(int argc, char **argv) {
  int rank, *memory, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  else
    store(memory + 2);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  puts("done");
}
