/* Memory of MPI_Alloc_mem is freed after the window. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

int main(void) {
  MPI_Win win;
  char *memory, *other;
  begin();
  MPI_Alloc_mem(10000, MPI_INFO_NULL, &memory);
  MPI_Alloc_mem(10000, MPI_INFO_NULL, &other);
  MPI_Win_create(memory + 4096, 100, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Free_mem(other);
  MPI_Win_free(&win);
  MPI_Free_mem(memory);
  MPI_Finalize();
}
