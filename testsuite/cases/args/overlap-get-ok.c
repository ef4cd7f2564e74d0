/* Puts one and the same element twice, which only reads it. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, values[2] = {0};
  int lengths[2] = {1, 1}, places[2] = {0, 0};
  MPI_Datatype same;
  MPI_Win win;
  begin();
  MPI_Type_indexed(2, lengths, places, MPI_INT, &same);
  MPI_Type_commit(&same);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Put(values, 1, same, 1, 0, 2, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Type_free(&same);
  MPI_Win_free(&win);
  MPI_Finalize();
}
