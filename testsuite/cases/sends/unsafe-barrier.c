/* The receive of a message comes after a barrier that its sender comes to after the send. */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); /* expect: unsafe-send */
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);                       /* site: unsafe-send */
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, /* site: unsafe-send */
             MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
