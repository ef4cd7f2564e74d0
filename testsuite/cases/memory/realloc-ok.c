/* Memory grows after its window was freed, and is one's again. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

int main(void) {
  MPI_Win win;
  begin();
  char *memory = malloc(100), *other = malloc(100);
  MPI_Win_create(memory, 100, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  other = realloc(other, 100000);
  MPI_Win_free(&win);
  memory = realloc(memory, 100000);
  MPI_Win_create(memory, 100000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  free(other);
  MPI_Win_free(&win);
  free(memory);
  MPI_Finalize();
}
