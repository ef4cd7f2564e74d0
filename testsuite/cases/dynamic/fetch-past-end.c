/* Fetches from the element behind the attached memory. */
#include "case.h"

int main(void) {
  int *memory = calloc(64, sizeof *memory), value = 1, old;
  MPI_Aint address;
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_attach(win, memory, 8 * sizeof *memory);
  MPI_Get_address(memory + 8, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Fetch_and_op(&value, &old, MPI_INT, 1, address, // expect: target-unattached
                     MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  free(memory);
  MPI_Finalize();
}
