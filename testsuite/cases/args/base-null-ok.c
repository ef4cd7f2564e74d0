/* A null pointer is the base of nothing. */
#include "case.h"

int main(void) {
  ALIGNED int some[5];
  MPI_Win win;
  begin();
  MPI_Win_create(rank ? some : NULL, rank ? 20 : 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
