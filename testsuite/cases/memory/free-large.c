/* A block so large that free unmaps it: one finding. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

int main(void) {
  MPI_Win win;
  begin();
  char *large = malloc(1 << 22);
  MPI_Win_create(large, /* site: window-memory-freed */ 1 << 22, 1, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  free(large); /* expect: window-memory-freed */
  MPI_Win_free(&win);
  MPI_Finalize();
}
