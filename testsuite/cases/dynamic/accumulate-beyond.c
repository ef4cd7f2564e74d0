/* Accumulates to a range of which only the first half is attached. */
#include "case.h"

static int memory[64];

int main(void) {
  int values[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  MPI_Aint address;
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_attach(win, memory, 4 * sizeof *memory);
  MPI_Get_address(memory, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(values, 8, MPI_INT, 1, address, 8, // expect: target-unattached
                   MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  MPI_Finalize();
}
