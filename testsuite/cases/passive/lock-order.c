/* Two ranks take the locks of two windows in opposite orders. Only a file, which no call shows, keeps
 * them apart in this run. */
/* case: ranks=3 */
#include "hidden.h"

static MPI_Win win[2];

static void both(int first, int second) {
  int value = rank;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win[first]);  /* site: lock-order */
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win[second]); /* expect: lock-order */
  MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win[first]);
  MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win[second]);
  MPI_Win_unlock(2, win[second]);
  MPI_Win_unlock(2, win[first]);
}

int main(void) {
  int *base[2];
  begin();
  hidden_begin();
  for (int i = 0; i < 2; i++)
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base[i], &win[i]);
  if (rank == 0) {
    both(0, 1);
    hidden_signal();
  } else if (rank == 1) {
    hidden_wait();
    both(1, 0);
  }
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&win[i]);
  MPI_Finalize();
}
