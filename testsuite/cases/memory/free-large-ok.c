/* A block so large that free unmaps it, when its window is gone. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

int main(void) {
  MPI_Win win;
  begin();
  char *large = malloc(1 << 22);
  MPI_Win_create(large, 1 << 22, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  free(large);
  MPI_Finalize();
}
