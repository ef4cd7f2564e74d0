/* Without --raise a program with an error goes on as ever. */
#include "case.h"

int main(void) {
  int value = 1, *memory, code = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate(20, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win);         /* site: rma-race */
    code |= MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win); /* expect: rma-race */
    code |= MPI_Win_unlock(0, win);
  }
  if (code || MPI_Win_free(&win))
    MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Finalize();
}
