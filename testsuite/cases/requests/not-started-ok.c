/* Persistent requests that have nothing to do when they are waited for: they are started later,
 * they are among others that are, or nobody waits for them. */
#include "case.h"

int main(void) {
  int value = 3, in[2];
  MPI_Request one, two[2], never;
  begin();
  MPI_Send_init(&value, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, &one);
  MPI_Recv_init(&in[0], 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, &two[0]);
  MPI_Recv_init(&in[1], 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &two[1]);
  MPI_Recv_init(&in[1], 1, MPI_INT, !rank, 4, MPI_COMM_WORLD, &never);
  for (int i = 0; i < 3; i++) {
    MPI_Wait(&one, MPI_STATUS_IGNORE); /* that of the step before */
    MPI_Start(&one);
    MPI_Start(&two[0]);
    MPI_Waitall(2, two, MPI_STATUSES_IGNORE);
  }
  MPI_Wait(&one, MPI_STATUS_IGNORE);
  MPI_Request_free(&one);
  MPI_Request_free(&two[0]);
  MPI_Request_free(&two[1]);
  MPI_Request_free(&never);
  MPI_Finalize();
}
