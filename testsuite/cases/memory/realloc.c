/* Memory of a window grows: what the window has is freed. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

int main(void) {
  MPI_Win win;
  begin();
  char *memory = malloc(100), *other = malloc(100);
  MPI_Win_create(memory, /* site: window-memory-freed */ 100, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  other = realloc(other, 100000);
  memory = realloc(memory, 100000); /* expect: window-memory-freed */
  MPI_Win_free(&win);
  free(other);
  free(memory);
  MPI_Finalize();
}
