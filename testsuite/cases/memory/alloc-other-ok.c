/* Each memory is freed by the function that belongs to the one that has allocated it. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

int main(void) {
  char *memory = malloc(100), *other;
  MPI_Win win;
  begin();
  MPI_Bcast(memory, 100, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Alloc_mem(100, MPI_INFO_NULL, &other);
  MPI_Win_create(other, 100, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  free(memory);
  MPI_Win_free(&win);
  MPI_Free_mem(other);
  MPI_Win_allocate(100, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
