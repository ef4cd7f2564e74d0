/* One of the two sends at once: that is enough. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value[2], index;
  MPI_Request request[2];
  begin();
  if (rank == 0) {
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&value[i], 1, MPI_INT, i + 1, 3, MPI_COMM_WORLD, &request[i]);
    MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE);
  } else {
    if (rank == 1)
      MPI_Recv(&value[0], 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
