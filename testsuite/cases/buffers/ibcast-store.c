/* A store to the buffer of a pending broadcast. */
#include "case.h"

int main(void) {
  int v = 1;
  MPI_Request req;
  begin();
  MPI_Ibcast(&v, 1, MPI_INT, 0, MPI_COMM_WORLD, &req); /* site: buffer-race */
  STORE(v, 3);                                         /* expect: buffer-race */
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
