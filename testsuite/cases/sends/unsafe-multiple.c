/* Two messages are received in another order than the one in which they are sent, by a program
 * that may use several threads and has one. */
#define CASE_MULTIPLE
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); /* expect: unsafe-send */
    MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD); /* site: unsafe-send */
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, /* site: unsafe-send */
             MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, /* site: unsafe-send */
             MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
