/* A process waits for one flag after the other, which are set by then. The compiler makes a
 * look of its own of the first one, apart from the loop. */
/* case: ranks=3 levels=compiled,pages cflags=-O1 */
#include <unistd.h>
#include "case.h"

struct part {
  int full, data[7];
};

static int sum(const struct part *all, MPI_Win win) {
  int s = 0;
  for (int r = 1; r < size; r++) {
    while (!all[r].full)
      MPI_Win_sync(win);
    MPI_Win_sync(win);
    s += all[r].data[6];
  }
  return s;
}

int main(void) {
  struct part *own, *all;
  MPI_Aint bytes;
  MPI_Win win;
  int unit;
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
    usleep(300000);
    printf("%d\n", sum(all, win));
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
