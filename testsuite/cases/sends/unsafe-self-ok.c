/* The receive is posted before; or the wait for the send comes after the receive. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Request request;
  begin();
  for (int i = 0; i < 3; i++) {
    MPI_Irecv(&other, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &request);
    MPI_Send(&value, 1, MPI_INT, rank, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isend(&value, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &request);
    MPI_Recv(&other, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
