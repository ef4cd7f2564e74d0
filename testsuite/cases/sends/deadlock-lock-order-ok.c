/* Both lock the two windows in one order. */
/* case: options="--timeout=20" */
#include "case.h"

int main(void) {
  int *base[2], value = 1;
  MPI_Win win[2];
  begin();
  for (int i = 0; i < 2; i++)
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base[i], &win[i]);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win[0]);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win[0]);
  MPI_Win_flush(0, win[0]);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win[1]);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win[1]);
  MPI_Win_flush(0, win[1]);
  MPI_Win_unlock(0, win[1]);
  MPI_Win_unlock(0, win[0]);
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&win[i]);
  MPI_Finalize();
}
