/* A nonblocking barrier that is never completed. */
#include "case.h"

int main(void) {
  MPI_Request request;
  begin();
  MPI_Ibarrier(MPI_COMM_WORLD, &request); /* expect: request-lost */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
