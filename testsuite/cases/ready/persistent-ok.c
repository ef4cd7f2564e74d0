/* Persistent ready sends, each started after its receive. */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Request request;
  begin();
  if (rank == 0)
    MPI_Rsend_init(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
  else
    MPI_Recv_init(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
  for (int i = 0; i < 10; i++) {
    if (rank == 1)
      MPI_Start(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
      MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Finalize();
}
