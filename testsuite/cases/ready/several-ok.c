/* Three receives of one tag, all posted before the ready send; completed backwards. */
#include "case.h"

int main(void) {
  int value[3] = {1, 2, 3};
  MPI_Request request[3];
  begin();
  if (rank == 1)
    for (int i = 0; i < 3; i++)
      MPI_Irecv(&value[i], 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Rsend(&value[0], 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    MPI_Send(&value[1], 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    MPI_Rsend(&value[2], 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  } else {
    for (int i = 3; i-- > 0;)
      MPI_Wait(&request[i], MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
