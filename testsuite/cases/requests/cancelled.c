/* A receive that is cancelled, but never completed. */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request); /* expect: request-lost */
    MPI_Cancel(&request);
  }
  MPI_Finalize();
}
