/* Ready sends to the process itself after their receives. */
#include "case.h"

int main(void) {
  int value = 1, other[3];
  MPI_Request request[3];
  begin();
  MPI_Irecv(&other[0], 1, MPI_INT, 0, 7, MPI_COMM_SELF, &request[0]);
  MPI_Irecv(&other[1], 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_SELF, &request[1]);
  MPI_Irecv(&other[2], 1, MPI_INT, rank, 8, MPI_COMM_WORLD, &request[2]);
  MPI_Rsend(&value, 1, MPI_INT, 0, 7, MPI_COMM_SELF);
  MPI_Rsend(&value, 1, MPI_INT, 0, 8, MPI_COMM_SELF);
  MPI_Rsend(&value, 1, MPI_INT, rank, 8, MPI_COMM_WORLD);
  MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
