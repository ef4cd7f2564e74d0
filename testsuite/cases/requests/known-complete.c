/* The operation is known to be complete, but its request is left. */
/* case: exit=0 */
#include "case.h"

int main(void) {
  int value, flag = 0;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, // expect: request-not-freed
              &request);
    while (!flag)
      MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
