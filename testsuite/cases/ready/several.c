/* Of three receives of one tag only the third, which the ready send gets, is posted too
 * late. */
#include "hidden.h"

int main(void) {
  int value[3] = {1, 2, 3};
  MPI_Request request[3];
  begin();
  hidden_begin();
  if (rank == 1)
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&value[i], 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Rsend(&value[0], 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    MPI_Send(&value[1], 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    MPI_Rsend(&value[2], 1, MPI_INT, 1, 7, MPI_COMM_WORLD); /* expect: rsend-before-recv */
    hidden_signal();
  } else {
    hidden_wait();
    MPI_Irecv(&value[2], 1, MPI_INT, 0, 7, MPI_COMM_WORLD, /* site: rsend-before-recv */
              &request[2]);
    MPI_Wait(&request[2], MPI_STATUS_IGNORE); /* the last first */
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
