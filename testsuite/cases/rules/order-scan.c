/* Put by the highest rank, flush and a scan: ranks below learn nothing. */
#include "case.h"

enum { ORIGIN = 1, TARGET = 0 };

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, seen = 0;
  int token = 0, got = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == ORIGIN) {
    MPI_Put(&v, 1, MPI_INT, TARGET, 0, 1, MPI_INT, win); /* expect: rma-local-race */
    MPI_Win_flush(TARGET, win);
    MPI_Scan(&token, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  } else {
    MPI_Scan(&token, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Win_sync(win);
    LOAD(seen, memory[0]); /* site: rma-local-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
