/* A send of the buffer of a pending receive. */
#include "case.h"

int main(void) {
  int v = 1, w = 2, token = 3;
  MPI_Request req;
  begin();
  MPI_Irecv(&v, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &req);      /* site: buffer-race */
  MPI_Sendrecv(&v, 1, MPI_INT, rank, 1, &w, 1, MPI_INT, rank, 1, // expect: buffer-race
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&token, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
