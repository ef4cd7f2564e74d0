/* A flag in shared memory is looked at once: nothing orders what is behind it. */
/* case: levels=compiled,pages */
#include "case.h"
#include "hidden.h"

int main(void) {
  int *own, *flag, unit, seen = 0;
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
    hidden_wait();
    flag[1] = 42; /* expect: shared-race */
    MPI_Win_sync(win);
    *(volatile int *)flag = 1; /* expect: shared-race */
  } else {
    hidden_signal();
    while (access(hidden_path, F_OK) == 0)
      usleep(100);
    usleep(100000);
    seen = *(volatile int *)flag; /* site: shared-race */
    MPI_Win_sync(win);
    seen += ((volatile int *)flag)[1]; /* site: shared-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  (void)seen;
}
