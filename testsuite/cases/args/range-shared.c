/* Runs from one process's part of a shared memory window into the next one's. */
#include "case.h"

int main(void) {
  int *memory, values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &memory, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 1)
    MPI_Put(values, 8, MPI_INT, 0, 0, 8, MPI_INT, win); /* expect: target-out-of-window */
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
