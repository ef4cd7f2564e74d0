/* A receive is pending when its buffer becomes window memory; then another process puts there.
 */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0};
  int v = 1;
  MPI_Request r;
  MPI_Win win;
  begin();
  if (rank == 1)
    MPI_Irecv(memory, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r); /* site: rma-local-race */
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
    MPI_Win_unlock(1, win);
    MPI_Send(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
