/* Puts with a target datatype whose blocks are disjoint. */
#include "case.h"

int main(void) {
  ALIGNED int memory[8] = {0}, values[4] = {1, 2, 3, 4};
  MPI_Datatype blocks;
  MPI_Win win;
  begin();
  MPI_Type_vector(2, 2, 3, MPI_INT, &blocks);
  MPI_Type_commit(&blocks);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(values, 4, MPI_INT, 1, 0, 1, blocks, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&blocks);
  MPI_Win_free(&win);
  MPI_Finalize();
}
