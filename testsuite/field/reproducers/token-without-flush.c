/* A token is passed on after MPI_Wait, which does not complete the operation at the target. reqops of
 * MPICH's tests. */
#include "case.h"

int main(void) {
  int *place, mine, got = -1;
  MPI_Request request;
  MPI_Win window;
  begin();
  mine = rank;
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &place, &window);
  MPI_Win_lock_all(0, window);
  if (rank == 1) {
    MPI_Rget_accumulate(&mine, 1, MPI_INT, &got, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, window, /* site: rma-race */
                        &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Rget(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, window, &request); /* expect: rma-race */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
