/* Each process sends to its neighbours, and receives after that. Examples of SUNDIALS. */
#include "case.h"

int main(void) {
  double z[3] = {0, 1, 0};
  begin();
  MPI_Send(&z[1], 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD); /* expect: unsafe-send */
  MPI_Recv(&z[0], 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* site: unsafe-send */
  MPI_Finalize();
}
