/* Displacement units that are no powers of two, and differ. */
#include "case.h"

int main(void) {
  ALIGNED char some[36];
  char *memory;
  MPI_Win win;
  begin();
  MPI_Win_create(some, 36, 3 + rank, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  MPI_Win_allocate_shared(16, 5, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
