/* A compare-and-swap whose origin buffer is stored to before a local flush. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  int old, was = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Compare_and_swap(&v, &was, &old, MPI_INT, 1, 0, win); /* site: buffer-race */
    STORE(v, 2);                                              /* expect: buffer-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
