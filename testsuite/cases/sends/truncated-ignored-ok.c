/* The program looks at the codes, and so knows that it has got a part. */
#include "case.h"

int main(void) {
  int values[8] = {0}, cut = 0;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Send(values, 5, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(values, 6, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else if (rank == 1) {
    cut += MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) != MPI_SUCCESS;
    MPI_Irecv(values, 4, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
    cut += MPI_Wait(&request, MPI_STATUS_IGNORE) != MPI_SUCCESS;
    if (cut != 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
