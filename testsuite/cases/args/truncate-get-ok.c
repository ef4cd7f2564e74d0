/* Gets two elements into room for two, by a get and by a request-based get. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, values[4] = {0}, more[4] = {0};
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(values, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
    MPI_Rget(more, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
