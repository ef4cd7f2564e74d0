/* Gives an offset where a dynamic window wants the target's address. MPICH crashes there,
 * before the epoch ends and with it the chance to compare the two sides. */
/* case: mpi=openmpi */
#include "case.h"

static int memory[64];

int main(void) {
  int value = 1;
  MPI_Aint address;
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_attach(win, memory, sizeof memory);
  MPI_Get_address(memory, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  address = 0;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, address + 4, // expect: target-unattached
            1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  MPI_Finalize();
}
