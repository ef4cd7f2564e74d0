/* A rank that holds shared locks of all waits for a message that the other one sends when it has
 * an exclusive lock. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int *base, value = 1, all[2];
  MPI_Win win;
  begin();
  MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  if (rank == 0) {
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < size; i++)
      MPI_Get(&all[i], 1, MPI_INT, i, 0, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, /* expect: deadlock */
             MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win); /* site: deadlock */
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Win_unlock(0, win);
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
