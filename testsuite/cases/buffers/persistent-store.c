/* A store to the buffer of a persistent send between start and wait. */
#include "case.h"

int main(void) {
  int v = 1, w;
  MPI_Request req;
  begin();
  MPI_Ssend_init(&v, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &req);
  MPI_Start(&req); /* site: buffer-race */
  STORE(v, 3);     /* expect: buffer-race */
  MPI_Recv(&w, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  MPI_Request_free(&req);
  MPI_Finalize();
}
