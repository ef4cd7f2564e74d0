/* A persistent send is waited for before the receive is started. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Request request[2];
  begin();
  MPI_Send_init(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request[0]);
  MPI_Recv_init(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, /* site: unsafe-send */
                &request[1]);
  MPI_Start(&request[0]);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE); /* expect: unsafe-send */
  MPI_Start(&request[1]);
  MPI_Wait(&request[1], MPI_STATUS_IGNORE);
  MPI_Request_free(&request[0]);
  MPI_Request_free(&request[1]);
  MPI_Finalize();
}
