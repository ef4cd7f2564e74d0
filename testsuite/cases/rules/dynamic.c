/* A put to and a store of attached memory in one epoch. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  MPI_Aint at[2];
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, memory, sizeof memory);
  MPI_Get_address(memory, &at[rank]);
  MPI_Allgather(MPI_IN_PLACE, 1, MPI_AINT, at, 1, MPI_AINT, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, at[1], 1, MPI_INT, win); /* expect: rma-local-race */
  else
    STORE(memory[0], 2); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  MPI_Finalize();
}
