/* Of two buffered sends by one variable only the second is completed. */
#include "case.h"

static char room[1000 + 2 * MPI_BSEND_OVERHEAD];

int main(void) {
  int value, n;
  void *at;
  MPI_Request request;
  begin();
  MPI_Buffer_attach(room, (int)sizeof room);
  if (rank == 0) {
    MPI_Ibsend(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request); /* expect: request-lost */
    MPI_Ibsend(&rank, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Buffer_detach(&at, &n);
  MPI_Finalize();
}
