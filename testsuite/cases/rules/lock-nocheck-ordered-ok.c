/* Locks without a check, and a message between them. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1)
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  else
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  if (rank == 0)
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
