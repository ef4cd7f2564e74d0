/* A ready send to a receive posted before MPI_Sendrecv. */
#include "case.h"

int main(void) {
  int value = 1, other, third;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Sendrecv(&value, 1, MPI_INT, 1, 7, &other, 1, MPI_INT, 1, 7, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Rsend(&value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&third, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, &request);
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 7, &other, 1, MPI_INT, 0, 7, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
