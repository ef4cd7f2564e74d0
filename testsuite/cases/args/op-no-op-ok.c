/* Fetches with MPI_NO_OP. */
#include "case.h"

int main(void) {
  ALIGNED int memory[2] = {0}, one = 1;
  int old;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Fetch_and_op(&one, &old, MPI_INT, 1, 0, MPI_NO_OP, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
