/* The same active request stands twice in the list of one wait. Open MPI 5 waits for ever. */
/* case: status=any exit=any needs-openmpi=!MPI_Psend_init */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request[2];
  begin();
  if (rank == 0) {
    MPI_Send(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request[0]); /* site: request-stale */
    request[1] = request[0];
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE); /* expect: request-stale */
  }
  MPI_Finalize();
}
