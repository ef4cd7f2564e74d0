/* A ready send to the process itself, then its receive. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irsend(&value, 1, MPI_INT, 0, 7, MPI_COMM_SELF, /* expect: rsend-before-recv */
               &request);
    MPI_Recv(&other, 1, MPI_INT, 0, 7, MPI_COMM_SELF, /* site: rsend-before-recv */
             MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
