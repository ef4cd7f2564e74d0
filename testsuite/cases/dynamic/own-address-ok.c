/* Gives the address that the target has sent. */
#include "case.h"

int main(void) {
  int *mine = calloc(rank == 0 ? 64 : 8, sizeof *mine), value = 1;
  MPI_Aint address;
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_attach(win, mine, 8 * sizeof *mine);
  MPI_Get_address(mine, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Fetch_and_op(&value, mine, MPI_INT, 1, address, MPI_SUM, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, mine);
  MPI_Win_free(&win);
  free(mine);
  MPI_Finalize();
}
