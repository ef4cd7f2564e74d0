/* Uses all four request-based operations and every flush in one lock-all epoch. */
#include "case.h"

int main(void) {
  int *memory, one = 1, sum = 0, old = -1, got = -1, peer;
  MPI_Request req[2];
  MPI_Win win;
  begin();
  peer = 1 - rank;
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[0] = memory[1] = memory[2] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Rput(&one, 1, MPI_INT, peer, 0, 1, MPI_INT, win, &req[0]);
  MPI_Raccumulate(&one, 1, MPI_INT, peer, 1, 1, MPI_INT, MPI_SUM, win, &req[1]);
  MPI_Waitall(2, req, MPI_STATUSES_IGNORE);
  MPI_Win_flush_local(peer, win);
  MPI_Win_flush(peer, win);
  MPI_Rget(&got, 1, MPI_INT, peer, 0, 1, MPI_INT, win, &req[0]);
  MPI_Rget_accumulate(&one, 1, MPI_INT, &old, 1, MPI_INT, peer, 1, 1, MPI_INT, MPI_SUM, win,
                      &req[1]);
  MPI_Waitall(2, req, MPI_STATUSES_IGNORE);
  MPI_Win_flush_local_all(win);
  MPI_Win_flush_all(win);
  MPI_Get(&sum, 1, MPI_INT, peer, 1, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  if (rank == 0)
    printf("put %d, accumulated %d, then %d\n", got, old, sum);
  MPI_Win_free(&win);
  MPI_Finalize();
}
