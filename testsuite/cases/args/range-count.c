/* Gets more elements than the target's window has from there on. */
#include "case.h"

static ALIGNED int memory[64];

int main(void) {
  int values[8];
  MPI_Win win;
  begin();
  MPI_Win_create(memory, 8 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Get(values, 8, MPI_INT, 1, 1, 8, MPI_INT, win); /* expect: target-out-of-window */
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
