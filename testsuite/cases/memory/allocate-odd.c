/* Windows of MPI_Win_allocate that begin where the program was told, whatever the sizes before them:
 * the last int of rank 2 is put to and stored to. */
/* case: ranks=3 levels=mpi,pages,compiled */
#include "case.h"

static const int counts[] = {1, 2, 5}, units[] = {4, 1, 2};

int main(void) {
  ALIGNED int v = 1;
  int *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate((MPI_Aint)sizeof *memory * counts[rank], units[rank], MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 2, 8, 1, MPI_INT, win); /* expect: rma-local-race */
  if (rank == 2)
    STORE(memory[4], 2); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
