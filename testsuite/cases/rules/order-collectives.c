/* Blocking collective calls of all kinds that order what is before them at any rank. */
#include "case.h"

enum { CALLS = 9 };

/* Every call lets each rank know of every other one. */
static void synchronise(int which) {
  int a[2] = {1, 1}, b[2] = {0, 0}, ones[2] = {1, 1}, at[2] = {0, 1};
  switch (which) {
  case 0:
    MPI_Barrier(MPI_COMM_WORLD);
    break;
  case 1:
    MPI_Allreduce(a, b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    break;
  case 2:
    MPI_Allgather(a, 1, MPI_INT, b, 1, MPI_INT, MPI_COMM_WORLD);
    break;
  case 3:
    MPI_Alltoall(a, 1, MPI_INT, b, 1, MPI_INT, MPI_COMM_WORLD);
    break;
  case 4:
    MPI_Allgatherv(a, 1, MPI_INT, b, ones, at, MPI_INT, MPI_COMM_WORLD);
    break;
  case 5:
    MPI_Alltoallv(a, ones, at, MPI_INT, b, ones, at, MPI_INT, MPI_COMM_WORLD);
    break;
  case 6:
    MPI_Reduce_scatter_block(a, b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    break;
  case 7:
    MPI_Reduce_scatter(a, b, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    break;
  case 8:
    MPI_Allreduce(MPI_IN_PLACE, b, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    break;
  }
}

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, seen = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int which = 0; which < CALLS; which++) {
    MPI_Put(&v, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
    synchronise(which);
    MPI_Win_sync(win);
    LOAD(seen, memory[0]);
    synchronise(CALLS - 1 - which);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
