/* Exchanges values by loads and stores in a shared memory window. */
#include "case.h"

int main(void) {
  int *mine, *peer, unit;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                          &win);
  MPI_Win_shared_query(win, 1 - rank, &bytes, &unit, &peer);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int i = 0; i < 4; i++)
    mine[i] = 10 * rank + i;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 0)
    printf("%d bytes, %d per unit: %d %d %d %d\n", (int)bytes, unit, peer[0], peer[1], peer[2],
           peer[3]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
