/* A rank gets its message before all meet in a fence. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int *memory, value = 1;
  MPI_Win win;
  begin();
  memory = calloc(1024, sizeof *memory);
  MPI_Win_create(memory, 1024 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  free(memory);
  MPI_Finalize();
}
