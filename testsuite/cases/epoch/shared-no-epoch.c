/* Puts into a shared memory window without an epoch. */
#include "case.h"

int main(void) {
  int *memory, value = 1;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &memory, &win);
  errors_return(win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: op-outside-epoch */
  MPI_Win_free(&win);
  MPI_Finalize();
}
