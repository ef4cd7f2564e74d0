/* Calls Win_sync without a lock. */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &memory, &win);
  errors_return(win);
  MPI_Win_sync(win); /* expect: sync-without-lock */
  MPI_Win_free(&win);
  MPI_Finalize();
}
