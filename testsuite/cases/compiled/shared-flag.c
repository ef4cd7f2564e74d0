/* A loop that searches shared memory for the end of a list is none that waits. */
/* case: levels=compiled,pages */
#include "case.h"
#include "hidden.h"

int main(void) {
  int *own, *list, unit, n = 0;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  hidden_begin();
  MPI_Win_allocate_shared(64, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &list);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    memset(list, 0, 64);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    *(volatile int *)list = 1; /* expect: shared-race */
    hidden_signal();
  } else {
    hidden_wait();
    while (((volatile int *)list)[n]) { /* site: shared-race */
      MPI_Win_sync(win);
      n++;
    }
    printf("%d\n", n);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
