/* The last message to a worker overwrites the request of the one before, and its buffer. ParFORM. */
#include "case.h"

int main(void) {
  static int buffer[5000];
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Isend(buffer, 4124, MPI_INT, 1, 10, MPI_COMM_WORLD, &request); /* expect: request-lost */
    MPI_Recv(buffer, 3, MPI_INT, 1, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* expect: buffer-race */
    MPI_Isend(buffer, 3, MPI_INT, 1, 11, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(buffer, 5000, MPI_INT, 0, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(buffer, 3, MPI_INT, 0, 11, MPI_COMM_WORLD);
    MPI_Recv(buffer, 3, MPI_INT, 0, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
