/* Two updates by one origin, an order that accumulate_ordering lists. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, old = 0;
  MPI_Info info;
  MPI_Win win;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "rar,waw");
  MPI_Win_create(memory, sizeof memory, sizeof *memory, info, MPI_COMM_WORLD, &win);
  MPI_Info_free(&info);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return old < 0;
}
