/* Memory that came with a window is a buffer before the window is freed. */
#include "case.h"

int main(void) {
  int *memory, value = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate(1 << 20, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[5] = 7;
  MPI_Win_fence(0, win);
  MPI_Allreduce(&memory[5], &value, 1, MPI_INT, MPI_BAND, MPI_COMM_SELF);
  MPI_Win_free(&win);
  value -= 7;
  MPI_Finalize();
  return value;
}
