/* The operations of each are met by those of the other. */
#include "case.h"

int main(void) {
  int value[2] = {0};
  MPI_Request request[2];
  begin();
  MPI_Irecv(&value[0], 1, MPI_INT, !rank, 4, MPI_COMM_WORLD, &request[0]);
  MPI_Issend(&value[1], 1, MPI_INT, !rank, 4, MPI_COMM_WORLD, &request[1]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
