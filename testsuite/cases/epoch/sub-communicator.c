/* Makes the mistake in a window of a part of the world only. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, value = 1;
  MPI_Comm part;
  MPI_Win win;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0 ? 0 : MPI_UNDEFINED, rank, &part);
  if (rank > 0) {
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, part, &win);
    errors_return(win);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    if (rank == 1)
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: target-not-locked */
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&part);
  }
  MPI_Finalize();
}
