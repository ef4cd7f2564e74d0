/* The receive of a message is posted before a barrier that its sender comes to after the send.
 */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Request r;
  begin();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &r);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
