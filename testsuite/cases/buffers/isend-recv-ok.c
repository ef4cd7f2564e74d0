/* A receive into the buffer of a send that is complete. */
#include "case.h"

int main(void) {
  int v = 1, w = 2, token = 3;
  MPI_Request req;
  begin();
  MPI_Isend(&v, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &req);
  MPI_Recv(&w, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&token, 1, MPI_INT, rank, 1, &v, 1, MPI_INT, rank, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Finalize();
}
