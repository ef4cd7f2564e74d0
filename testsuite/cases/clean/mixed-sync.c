/* Uses the three kinds of synchronisation one after the other on one window. */
#include "case.h"

int main(void) {
  ALIGNED int memory[3] = {0}, value = 1;
  MPI_Win win;
  MPI_Group peer;
  int to;
  begin();
  to = 1 - rank;
  peer = only(to);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&value, 1, MPI_INT, to, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_post(peer, MPI_MODE_NOSTORE, win);
  MPI_Win_start(peer, 0, win);
  MPI_Put(&value, 1, MPI_INT, to, 1, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
  MPI_Put(&value, 1, MPI_INT, to, 2, 1, MPI_INT, win);
  MPI_Win_unlock(to, win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    printf("%d %d %d\n", memory[0], memory[1], memory[2]);
  MPI_Win_fence(0, win);
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
