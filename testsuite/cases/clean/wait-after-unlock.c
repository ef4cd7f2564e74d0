/* Waits for the request of an operation after the lock has been released. */
#include "case.h"

int main(void) {
  ALIGNED int memory[2] = {0}, value = 1, got;
  MPI_Request put, get;
  int flag = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Rput(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win, &put);
  MPI_Rget(&got, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win, &get);
  MPI_Win_unlock(1 - rank, win);
  MPI_Wait(&put, MPI_STATUS_IGNORE);
  while (!flag)
    MPI_Test(&get, &flag, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  MPI_Finalize();
}
