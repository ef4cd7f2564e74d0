/* Nests epochs of different windows: fence round lock, lock-all round start. */
#include "case.h"

int main(void) {
  ALIGNED int here[2] = {0};
  ALIGNED int there[2] = {0};
  int value = 1;
  MPI_Win one, other;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_create(here, sizeof here, sizeof *here, MPI_INFO_NULL, MPI_COMM_WORLD, &one);
  MPI_Win_create(there, sizeof there, sizeof *there, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_fence(0, one);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, one);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, other);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, other);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, one);
  MPI_Win_unlock(1 - rank, other);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
  MPI_Win_lock_all(0, one);
  MPI_Win_post(peer, 0, other);
  MPI_Win_start(peer, 0, other);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, other);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, one);
  MPI_Win_unlock_all(one);
  MPI_Win_complete(other);
  MPI_Win_wait(other);
  MPI_Group_free(&peer);
  MPI_Win_free(&other);
  MPI_Win_free(&one);
  MPI_Finalize();
}
