/* The owner stores to memory that it has attached, where another rank puts. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  MPI_Aint at = 0;
  int v = 1;
  MPI_Win win;
  begin();
  int *memory = calloc(5000, sizeof *memory);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, memory, 20000);
  MPI_Get_address(memory + 1500, &at);
  MPI_Bcast(&at, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, at, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    STORE(memory[1500], 7); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  free(memory);
  MPI_Finalize();
}
