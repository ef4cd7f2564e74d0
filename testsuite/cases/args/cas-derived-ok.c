/* Compares and swaps bytes. */
#include "case.h"

int main(void) {
  ALIGNED char memory[4] = {0};
  char new[4] = {1, 1, 1, 1}, compare[4] = {0}, old[4];
  MPI_Datatype type;
  MPI_Win win;
  begin();
  MPI_Type_contiguous(4, MPI_BYTE, &type);
  MPI_Type_commit(&type);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Compare_and_swap(new, compare, old, MPI_BYTE, 1, 0, win);
  MPI_Win_unlock_all(win);
  MPI_Type_free(&type);
  MPI_Win_free(&win);
  MPI_Finalize();
}
