/* Puts to memory far from all that the target has attached, with errors that are fatal. */
/* case: status-openmpi=crashed */
#include "case.h"

static int attached[64];

int main(void) {
  int value = 1, *plain;
  MPI_Aint address;
  MPI_Win win;
  begin();
  plain = malloc(1 << 20);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, attached, sizeof attached);
  MPI_Get_address(plain, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win); /* expect: target-unattached */
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, attached);
  MPI_Win_free(&win);
  free(plain);
  MPI_Finalize();
}
