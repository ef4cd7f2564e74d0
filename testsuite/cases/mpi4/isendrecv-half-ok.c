/* Rank 1 takes its time before it receives what rank 0 sends with MPI_Isendrecv or with
 * MPI_Isendrecv_replace; rank 2, from which rank 0 has received, is at its end. */
/* case: ranks=3 needs=MPI_Isendrecv options="--timeout=20" */
#include "case.h"
#include <unistd.h>

#define N (1 << 20)

static int out[N], in;

int main(void) {
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Isendrecv(out, N, MPI_INT, 1, 3, &in, 1, MPI_INT, 2, 4, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isendrecv_replace(out, N, MPI_INT, 1, 3, MPI_PROC_NULL, 4, MPI_COMM_WORLD, &request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
  } else if (rank == 1) {
    sleep(5);
    MPI_Recv(out, N, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(out, N, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&in, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
