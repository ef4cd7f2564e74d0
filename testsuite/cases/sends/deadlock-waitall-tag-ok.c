/* Each rank waits for all of two operations, and these meet. */
#include "case.h"

#define COUNT 100000

static int in[COUNT], out[COUNT];

int main(void) {
  MPI_Request request[2];
  begin();
  MPI_Irecv(in, COUNT, MPI_INT, !rank, 5, MPI_COMM_WORLD, &request[0]);
  MPI_Isend(out, COUNT, MPI_INT, !rank, 5, MPI_COMM_WORLD, &request[1]);
  if (rank == 0)
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  else
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
