/* A load of the result of a pending reduction. */
#include "case.h"

int main(void) {
  int v = 1, w = 2, token = 3;
  MPI_Request req;
  begin();
  MPI_Iallreduce(&v, &w, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &req); /* site: buffer-race */
  LOAD(token, w);                                                    /* expect: buffer-race */
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
