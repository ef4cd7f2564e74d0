/* A process looks by a load for what another one puts: they race. (It looks once: where loads
 * of the program are seen, a load that is repeated polls the location.) */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, seen = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
    MPI_Win_flush(1, win);
  } else {
    MPI_Win_sync(win);
    LOAD(seen, memory[0]); /* site: rma-local-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
