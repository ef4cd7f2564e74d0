/* A persistent request is freed twice, by a copy of its handle. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request, copy;
  begin();
  MPI_Recv_init(&value, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, /* site: request-stale */
                &request);
  copy = request;
  MPI_Request_free(&request);
  MPI_Request_free(&copy); /* expect: request-stale */
  MPI_Finalize();
}
