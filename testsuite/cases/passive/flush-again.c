/* A line puts and another one flushes, again and again. Then the one puts beyond the window, and the
 * other one flushes without a lock. */
#include "case.h"

enum { COUNT = 8 };
static ALIGNED int memory[COUNT];

int main(void) {
  int value = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  for (int i = 0; rank == 0 && i <= 4 * COUNT; i++) {
    int at = i < 4 * COUNT ? i % COUNT : COUNT;
    MPI_Put(&value, 1, MPI_INT, 1, at, 1, MPI_INT, win); /* expect: target-out-of-window */
    if (i == 4 * COUNT)
      MPI_Win_unlock(1, win);
    MPI_Win_flush(1, win); /* expect: flush-without-lock */
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
