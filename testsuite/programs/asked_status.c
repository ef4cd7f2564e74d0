/* Says whether a persistent request that is asked for its status stays active, as section 3.7.6
 * wants it. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Request request;
  MPI_Status status;
  int complete = 0;
  MPI_Init(&argc, &argv);
  MPI_Recv_init(NULL, 0, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_SELF, &request);
  MPI_Start(&request);
  MPI_Send(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_SELF);
  while (!complete)
    MPI_Request_get_status(request, &complete, MPI_STATUS_IGNORE);
  MPI_Wait(&request, &status);
  puts(status.MPI_SOURCE == 0 ? "active" : "inactive");
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
