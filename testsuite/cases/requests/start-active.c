/* A persistent receive is started while it is active. */
/* case: status=any exit=any timeout=20 */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request;
  begin();
  MPI_Recv_init(&value, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, /* site: request-started-active */
                &request);
  MPI_Start(&request);
  MPI_Start(&request); /* expect: request-started-active */
  MPI_Send(&rank, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
}
