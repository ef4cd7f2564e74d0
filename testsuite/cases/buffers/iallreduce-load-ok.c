/* A load of the result of a reduction that is complete. */
#include "case.h"

int main(void) {
  int v = 1, w = 2, token = 3;
  MPI_Request req;
  begin();
  MPI_Iallreduce(&v, &w, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &req);
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  LOAD(token, w);
  MPI_Finalize();
}
