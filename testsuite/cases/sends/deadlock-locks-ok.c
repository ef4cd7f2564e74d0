/* Both ask for the locks in the same order; and shared locks exclude nobody. */
#include "hidden.h"

int main(void) {
  int *base, value = 1;
  MPI_Win win;
  begin();
  MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  for (int target = 0; target < 2; target++) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_flush(target, win);
  }
  for (int target = 0; target < 2; target++)
    MPI_Win_unlock(target, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int target = 0; target < 2; target++) {
    MPI_Win_lock(MPI_LOCK_SHARED, target ? !rank : rank, 0, win);
    MPI_Get(&value, 1, MPI_INT, target ? !rank : rank, 0, 1, MPI_INT, win);
    MPI_Win_flush(target ? !rank : rank, win);
  }
  for (int target = 0; target < 2; target++)
    MPI_Win_unlock(target, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
