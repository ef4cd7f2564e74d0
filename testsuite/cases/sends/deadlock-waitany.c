/* A rank waits for a message of any of two, who both wait for one of its. */
/* case: ranks=3 options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value[2], index;
  MPI_Request request[2];
  begin();
  if (rank == 0) {
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&value[i], 1, MPI_INT, i + 1, 3, MPI_COMM_WORLD, &request[i]);
    MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE); /* expect: deadlock */
    MPI_Send(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
    MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value[0], 1, MPI_INT, 0, 3, MPI_COMM_WORLD, /* site: deadlock */
             MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
