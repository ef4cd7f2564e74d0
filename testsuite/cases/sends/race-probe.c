/* What the probe finds and what the receive after it takes may be two messages. */
/* case: ranks=3 options="--message-races" */
#include "hidden.h"

int main(void) {
  int list[4] = {0}, n;
  MPI_Status status;
  begin();
  hidden_begin();
  if (rank == 2)
    hidden_wait();
  if (rank)
    MPI_Send(list, 2 * rank, MPI_INT, 0, 3, MPI_COMM_WORLD); /* site: message-race */
  for (int i = 1; rank == 0 && i < size; i++) {
    MPI_Probe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status); /* expect: message-race */
    MPI_Get_count(&status, MPI_INT, &n);
    MPI_Recv(list, n, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, /* expect: message-luck */
             &status);
    if (i == 1)
      hidden_signal();
  }
  MPI_Finalize();
}
