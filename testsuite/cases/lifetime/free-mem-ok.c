/* Memory of MPI_Alloc_mem is freed when a get has written there. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  int *memory, *result;
  MPI_Win win;
  begin();
  MPI_Alloc_mem(1000, MPI_INFO_NULL, &result);
  MPI_Win_allocate(100, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Get(result + 7, 5, MPI_INT, 1, 2, 5, MPI_INT, win);
  if (rank == 0)
    MPI_Win_flush_local(1, win);
  MPI_Win_unlock_all(win);
  MPI_Free_mem(result);
  MPI_Win_free(&win);
  MPI_Finalize();
}
