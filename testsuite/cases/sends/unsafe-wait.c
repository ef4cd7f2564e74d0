/* The wait for a send that does not block comes before the receive: as if it did. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Request request;
  begin();
  MPI_Isend(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);                    /* expect: unsafe-send */
  MPI_Recv(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, /* site: unsafe-send */
           MPI_STATUS_IGNORE);
  MPI_Finalize();
}
