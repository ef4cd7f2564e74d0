/* Fetches into a result datatype whose blocks are disjoint. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, ones[4] = {1, 1, 1, 1}, old[8];
  MPI_Datatype blocks;
  MPI_Win win;
  begin();
  MPI_Type_vector(2, 2, 3, MPI_INT, &blocks);
  MPI_Type_commit(&blocks);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Get_accumulate(ones, 4, MPI_INT, old, 1, blocks, 1, 0, 4, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Type_free(&blocks);
  MPI_Win_free(&win);
  MPI_Finalize();
}
