/* A persistent buffered send and MPI_Ibsend while the buffer is attached. */
#include "case.h"

int main(void) {
  int value = 1;
  char room[4 * (MPI_BSEND_OVERHEAD + sizeof value)];
  void *old;
  MPI_Request request[2];
  begin();
  if (rank == 0) {
    MPI_Buffer_attach(room, sizeof room);
    MPI_Bsend_init(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request[0]);
    MPI_Start(&request[0]);
    MPI_Ibsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Request_free(&request[0]);
    MPI_Buffer_detach(&old, &value);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
