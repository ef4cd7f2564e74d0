/* The loop that waits for a flag in shared memory finds it set at once: it waits all the same.
 */
/* case: levels=compiled,pages cflags=-O2 */
#include "case.h"
#include "hidden.h"

int main(void) {
  int *own, *flag, unit;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  hidden_begin();
  MPI_Win_allocate_shared(64, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &flag);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    flag[0] = flag[1] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    flag[1] = 42;
    MPI_Win_sync(win);
    *(volatile int *)flag = 1;
    hidden_signal();
  } else {
    hidden_wait();
    while (!*(volatile int *)flag)
      MPI_Win_sync(win);
    MPI_Win_sync(win);
    printf("%d\n", flag[1]);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
