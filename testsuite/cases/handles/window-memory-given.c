/* Memory that came with a window is a buffer after the window was freed. */
/* case: status=crashed */
#include "case.h"

int main(void) {
  int *memory, value = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate(1 << 20, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[5] = 7;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);                                     /* site: window-stale */
  MPI_Allreduce(&memory[5], &value, 1, MPI_INT, MPI_BAND, /* expect: window-stale */
                MPI_COMM_SELF);
  MPI_Finalize();
  return value;
}
