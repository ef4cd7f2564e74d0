/* From its own segment the program goes on into the next one's, as another one does. */
/* case: ranks=3 levels=pages */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(400, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    memory[104] = 7; /* expect: shared-race */
  if (rank == 2)
    memory[-96] = 8; /* site: shared-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
