/* A store to the buffer of a broadcast that is complete. */
#include "case.h"

int main(void) {
  int v = 1;
  MPI_Request req;
  begin();
  MPI_Ibcast(&v, 1, MPI_INT, 0, MPI_COMM_WORLD, &req);
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  STORE(v, 3);
  MPI_Finalize();
}
