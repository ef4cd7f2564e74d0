/* A partitioned message is started after the load that it should come before. */
/* case: needs=MPI_Psend_init */
#include "case.h"

int main(void) {
  int value = 1, seen, *memory;
  MPI_Win win;
  MPI_Request request;
  begin();
  MPI_Win_allocate(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Psend_init(&value, 1, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(&value, 1, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
    MPI_Win_flush(1, win);
  }
  MPI_Start(&request);
  if (rank == 0)
    MPI_Pready(0, request);
  if (rank == 1)
    LOAD(seen, memory[0]); /* site: rma-local-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
