/* Stores to the buffer of a persistent send before the start and after the wait. */
#include "case.h"

int main(void) {
  int v = 1, w;
  MPI_Request req;
  begin();
  MPI_Ssend_init(&v, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &req);
  STORE(v, 3);
  MPI_Start(&req);
  MPI_Recv(&w, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  STORE(v, 4);
  MPI_Request_free(&req);
  MPI_Finalize();
}
