/* Memory of another process in a shared window is a buffer after the window was freed. */
/* case: status=crashed */
#include "case.h"

int main(void) {
  int *memory, *theirs, unit, value = 0;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(1 << 20, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 1 - rank, &bytes, &unit, &theirs);
  MPI_Win_fence(0, win);
  memory[5] = 7;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);                                     /* site: window-stale */
  MPI_Allreduce(&theirs[5], &value, 1, MPI_INT, MPI_BAND, /* expect: window-stale */
                MPI_COMM_SELF);
  MPI_Finalize();
  return value;
}
