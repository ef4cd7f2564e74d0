/* The message of MPI_Sendrecv is received only after a send to the same process. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  if (rank == 0) {
    MPI_Sendrecv(&value, 1, MPI_INT, 1, 3, &other, 1, MPI_INT, 2, 4, /* expect: unsafe-send */
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&other, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, /* site: unsafe-send */
             MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD); /* site: unsafe-send */
    MPI_Recv(&other, 1, MPI_INT, 0, 3, MPI_COMM_WORLD,  /* site: unsafe-send */
             MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
