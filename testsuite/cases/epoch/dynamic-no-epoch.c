/* Accumulates into attached memory of a dynamic window without an epoch. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, value = 1;
  MPI_Aint address;
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_attach(win, &memory, sizeof memory);
  MPI_Get_address(&memory, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Accumulate(&value, 1, MPI_INT, 1, address, // expect: op-outside-epoch
                   1, MPI_INT, MPI_SUM, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, &memory);
  MPI_Win_free(&win);
  MPI_Finalize();
}
