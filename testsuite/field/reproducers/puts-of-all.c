/* All processes put to the same place at once. reqops and multirma of MPICH's tests. */
#include "case.h"

int main(void) {
  int *place, mine;
  MPI_Request request;
  MPI_Win window;
  begin();
  mine = rank;
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &place, &window);
  MPI_Win_lock_all(0, window);
  MPI_Rput(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, window, &request); /* expect: rma-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
