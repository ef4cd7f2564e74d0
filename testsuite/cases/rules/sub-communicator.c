/* A put and a load of the target in a window of two of three ranks. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, seen = 0;
  MPI_Comm part;
  MPI_Win win = MPI_WIN_NULL;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0 ? 0 : MPI_UNDEFINED, rank, &part);
  if (rank > 0) {
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, part, &win);
    MPI_Win_fence(0, win);
    if (rank == 1)
      MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
    else
      LOAD(seen, memory[0]); /* site: rma-local-race */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&part);
  }
  MPI_Finalize();
}
