/* Lets origin and result of Get_accumulate share one element. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, buffer[8] = {1, 1, 1, 1};
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Get_accumulate(buffer, 4, MPI_INT, buffer + 3, 4, // expect: result-overlap
                       MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
