/* Memory that becomes larger and is freed while there is a shared window. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  MPI_Win win;
  char *memory, *other;
  begin();
  other = malloc(1 << 20);
  MPI_Win_allocate_shared(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  other = realloc(other, 1 << 21);
  memory[0] = other[0] = 1;
  free(other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
