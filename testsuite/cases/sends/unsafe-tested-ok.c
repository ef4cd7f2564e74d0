/* MPI_Test tells that the second of two sends is complete: without buffers that were so only
 * when the other rank had received both, and until then this one receives. */
#include "case.h"

enum { LENGTH = 200 };

static int values[LENGTH], others[LENGTH];

static int receive_if(void) {
  int there;
  MPI_Iprobe(1 - rank, 3, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
  if (!there)
    return 0;
  MPI_Recv(others, LENGTH, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(others, LENGTH, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return 1;
}

int main(void) {
  MPI_Request request[2];
  int done = 0, received = 0;
  begin();
  MPI_Isend(values, LENGTH, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request[0]);
  MPI_Isend(values, LENGTH, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &request[1]);
  while (!done) {
    for (int i = 0; i < 1000 && !done; i++)
      MPI_Test(&request[1], &done, MPI_STATUS_IGNORE);
    if (!done)
      received |= receive_if();
  }
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  while (!received)
    received = receive_if();
  MPI_Finalize();
}
