/* Receives with requests that each name their source. */
/* case: ranks=3 options="--message-races" */
#include "hidden.h"

int main(void) {
  int value[2] = {0}, more[2] = {1, 2};
  MPI_Request any, named;
  begin();
  hidden_begin();
  if (rank == 2)
    hidden_wait();
  if (rank == 0) {
    MPI_Irecv(value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD,
              &any);
    MPI_Recv_init(value, 2, MPI_INT, 2, 3, MPI_COMM_WORLD, &named);
    MPI_Wait(&any, MPI_STATUS_IGNORE);
    hidden_signal();
    MPI_Start(&named);
    MPI_Wait(&named, MPI_STATUS_IGNORE);
    MPI_Request_free(&named);
  } else {
    MPI_Send(more, rank, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
