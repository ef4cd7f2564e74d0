/* Processes take turns by a number in shared memory that they poll, some of them finding it right
 * at the first look. */
/* case: ranks=3 levels=pages,compiled */
#include "case.h"

struct box {
  volatile int turn;
  int pad[15], sum[8];
};

int main(void) {
  struct box *own, *box;
  MPI_Aint bytes;
  MPI_Win win;
  int unit;
  begin();
  MPI_Win_allocate_shared(rank ? 0 : sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &box);
  MPI_Win_lock_all(0, win);
  if (!rank)
    memset((void *)box, 0, sizeof *box);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int i = 0; i < 10; i++) {
    while (box->turn != i * size + rank)
      MPI_Win_sync(win);
    MPI_Win_sync(win);
    for (int k = 0; k < 8; k++)
      box->sum[k]++;
    MPI_Win_sync(win);
    box->turn = i * size + rank + 1;
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (!rank)
    printf("%d\n", box->sum[3]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
