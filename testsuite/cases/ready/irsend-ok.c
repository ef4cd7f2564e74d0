/* MPI_Irsend after its receive; another one is cancelled or received. */
#include "case.h"

int main(void) {
  int value = 1, other = 2, cancelled = 0;
  MPI_Request request[2];
  MPI_Status status;
  begin();
  if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(&other, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, &request[1]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Irsend(&other, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &request[1]);
    MPI_Irsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request[0]);
  }
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  if (rank == 1) { /* nobody sends this one */
    MPI_Irecv(&value, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, &request[0]);
    MPI_Cancel(&request[0]);
    MPI_Wait(&request[0], &status);
    MPI_Test_cancelled(&status, &cancelled);
  }
  MPI_Finalize();
}
