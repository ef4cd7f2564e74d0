/* A receive into the send buffer of a gather that is complete. */
#include "case.h"

int main(void) {
  int v = 1, all[2], token = 3;
  MPI_Request req;
  begin();
  MPI_Igather(&v, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD, &req);
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&token, 1, MPI_INT, rank, 1, &v, 1, MPI_INT, rank, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Finalize();
}
