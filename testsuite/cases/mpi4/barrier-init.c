/* A persistent barrier orders a put before a load; it is started, and the load comes before its end. */
/* case: needs=MPI_Barrier_init */
#include "case.h"

int main(void) {
  int *memory, seen, value = 7;
  MPI_Win win;
  MPI_Request request;
  begin();
  MPI_Win_allocate(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
    MPI_Win_flush(1, win);
  }
  MPI_Start(&request);
  if (rank == 1)
    LOAD(seen, memory[0]); /* site: rma-local-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Request_free(&request);
  MPI_Win_free(&win);
  MPI_Finalize();
}
