/* Asks a shared memory window for the memory of another process. */
#include "case.h"

int main(void) {
  int *memory, *other, unit;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &memory, &win);
  errors_return(win);
  MPI_Win_shared_query(win, 1 - rank, &bytes, &unit, &other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
