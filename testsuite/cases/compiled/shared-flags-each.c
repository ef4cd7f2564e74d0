/* A process waits for one flag after the other, by plain loads. */
/* case: ranks=4 levels=compiled,pages */
#include "case.h"

struct part {
  volatile int full;
  int data[7];
};

int main(void) {
  struct part *own, *all;
  MPI_Aint bytes;
  MPI_Win win;
  int unit, sum = 0;
  begin();
  MPI_Win_allocate_shared(sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &all);
  MPI_Win_lock_all(0, win);
  memset(own, 0, sizeof *own);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank) {
    for (int i = 0; i < 7; i++)
      own->data[i] = i;
    MPI_Win_sync(win);
    own->full = 1;
    MPI_Win_sync(win);
  } else {
    for (int r = 1; r < size; r++)
      do
        MPI_Win_sync(win);
      while (!all[r].full);
    MPI_Win_sync(win);
    for (int r = 1; r < size; r++)
      sum += all[r].data[6];
    printf("%d\n", sum);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
