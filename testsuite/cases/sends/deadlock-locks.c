/* Each of two ranks holds an exclusive lock and asks for the one that the other one holds. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "hidden.h"

int main(void) {
  int *base, value = 1;
  MPI_Win win;
  begin();
  MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, !rank, 0, win); /* expect: deadlock */
  MPI_Put(&value, 1, MPI_INT, !rank, 0, 1, MPI_INT, win);
  MPI_Win_unlock(!rank, win);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
