/* Locks, and starts, after a fence that no RMA operation followed: its epoch is empty. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, value = 1;
  MPI_Win win;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_fence(0, win);
  MPI_Win_lock_all(0, win);
  MPI_Win_unlock_all(win);
  MPI_Win_fence(0, win);
  MPI_Win_post(peer, 0, win);
  MPI_Win_start(peer, 0, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Win_fence(0, win);
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
