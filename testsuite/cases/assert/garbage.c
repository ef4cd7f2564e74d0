/* Passes a bit that is no assertion. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, value = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    int error = MPI_Win_lock_all(1 << 20, win); /* expect: assert-invalid */
    if (error != MPI_SUCCESS)
      MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
