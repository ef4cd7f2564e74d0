/* A store to the buffer of a pending synchronous send. */
#include "case.h"

int main(void) {
  int v = 1, w = 2;
  MPI_Request req;
  begin();
  MPI_Issend(&v, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &req); /* site: buffer-race */
  STORE(v, 3);                                               /* expect: buffer-race */
  MPI_Recv(&w, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
