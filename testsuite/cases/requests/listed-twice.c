/* The same active request stands twice in the list of one wait. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  int value, count, index[2];
  MPI_Request request[2];
  begin();
  if (rank == 0) {
    MPI_Send(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request[0]); /* site: request-stale */
    request[1] = request[0];
    MPI_Waitsome(2, request, &count, index, MPI_STATUSES_IGNORE); /* expect: request-stale */
  }
  MPI_Finalize();
}
