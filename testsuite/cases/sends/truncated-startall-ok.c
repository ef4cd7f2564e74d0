/* A persistent receive has room for what is sent. */
/* case: ranks=2 */
#include "case.h"

int main(void) {
  int out[2] = {1, 2}, in[2] = {0};
  MPI_Request request[2];
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Send_init(out, 2, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, &request[0]);
  MPI_Recv_init(in, 2, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, &request[1]);
  for (int i = 0; i < 3; i++) {
    MPI_Startall(2, request);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&request[0]);
  MPI_Request_free(&request[1]);
  MPI_Finalize();
}
