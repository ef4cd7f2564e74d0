/* With one process MPI's windows are in private memory. */
/* case: ranks=1 levels=pages */
#include "case.h"

int main(void) {
  int *memory, v = 1;
  MPI_Win win;
  begin();
  MPI_Win_allocate(400, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_INT, 0, 4, 1, MPI_INT, win); /* expect: rma-local-race */
  STORE(memory[4], 7);                            /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Win_allocate_shared(1 << 20, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_INT, 0, 99999, 1, MPI_INT, win); /* expect: rma-local-race */
  STORE(memory[99999], 7);                            /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
