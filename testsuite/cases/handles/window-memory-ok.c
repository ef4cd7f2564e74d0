/* Memory that came with a window is read before the window is freed. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  int *memory, value = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate(1 << 20, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[5] = 7;
  MPI_Win_fence(0, win);
  value = memory[5] - 7;
  MPI_Win_free(&win);
  MPI_Finalize();
  return value;
}
