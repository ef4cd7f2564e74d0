/* Frees the request of an MPI_Rput after a flush instead of completing it. */
#include "case.h"

int main(void) {
  int *memory, value = 1;
  MPI_Request request;
  MPI_Win win;
  begin();
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rput(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
    MPI_Win_flush(1, win);
    MPI_Request_free(&request); /* expect: rma-request-freed */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
