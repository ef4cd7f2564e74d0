/* Reads atomically by MPI_NO_OP, for which the origin buffer means nothing. */
#include "case.h"

int main(void) {
  ALIGNED int memory[2] = {0};
  int old[3] = {-1, -1, -1};
  MPI_Win win;
  begin();
  memory[0] = memory[1] = 5 + rank;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Get_accumulate(NULL, 0, MPI_INT, old, 2, MPI_INT, 1 - rank, 0, 2, MPI_INT, MPI_NO_OP,
                     win);
  MPI_Fetch_and_op(NULL, &old[2], MPI_INT, 1 - rank, 1, MPI_NO_OP, win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    printf("%d %d %d\n", old[0], old[1], old[2]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
