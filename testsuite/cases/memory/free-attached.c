/* Attached memory is freed. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

int main(void) {
  MPI_Win win;
  begin();
  char *one = malloc(500), *two = malloc(500);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win); /* site: window-memory-freed */
  MPI_Win_attach(win, one, 500);
  MPI_Win_attach(win, two, 500);
  MPI_Win_detach(win, one);
  free(one);
  free(two); /* expect: window-memory-freed */
  MPI_Win_free(&win);
  MPI_Finalize();
}
