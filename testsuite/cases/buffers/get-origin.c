/* A get whose result is loaded before a local flush. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  int seen;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* site: buffer-race */
    LOAD(seen, v);                                  /* expect: buffer-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
