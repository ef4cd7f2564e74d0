/* Memory of malloc is freed while a message is received elsewhere. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  MPI_Request request;
  MPI_Win win;
  char *memory, *other;
  int value;
  begin();
  other = malloc(4096);
  MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
  MPI_Win_allocate_shared(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  free(other);
  MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  MPI_Finalize();
}
