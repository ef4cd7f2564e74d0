/* Two ranks lock the same target on two windows, each in the order that the other one does not. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int *base[2], value = 1;
  MPI_Win win[2];
  begin();
  for (int i = 0; i < 2; i++)
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base[i], &win[i]);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win[rank]);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win[rank]);
  MPI_Win_flush(0, win[rank]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win[!rank]); /* expect: deadlock */
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win[!rank]);
  MPI_Win_flush(0, win[!rank]);
  MPI_Win_unlock(0, win[!rank]);
  MPI_Win_unlock(0, win[rank]);
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&win[i]);
  MPI_Finalize();
}
