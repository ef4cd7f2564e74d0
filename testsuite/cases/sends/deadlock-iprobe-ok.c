/* A rank looks for messages of two others in turn. One waits for it, the other one is about to
 * send when the run is ended. */
/* case: ranks=3 options="--timeout=6" status=hung exit=any timeout=40 */
#include "hidden.h"

int main(void) {
  int value = 1, flag = 0, from = 2;
  begin();
  if (rank == 0) {
    while (!flag) {
      from = 3 - from;
      MPI_Iprobe(from, 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Recv(&value, 1, MPI_INT, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    sleep(20);
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
