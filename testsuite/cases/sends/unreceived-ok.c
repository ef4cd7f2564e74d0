/* All messages are received: by wildcards, persistent requests, MPI_Mprobe, on a communicator
 * that is freed before; to the process itself; sends and receives that are cancelled count for
 * nothing. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value[8] = {0}, next, before, flag;
  MPI_Comm other;
  MPI_Request request[8];
  MPI_Message message;
  MPI_Status status;
  begin();
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  for (int i = 0; i < 20; i++) {
    MPI_Irecv(value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, other, &request[0]);
    MPI_Irecv(value + 1, 1, MPI_INT, before, MPI_ANY_TAG, MPI_COMM_WORLD, &request[1]);
    MPI_Send(value + 2, 1, MPI_INT, next, i, other);
    MPI_Send(value + 2, 1, MPI_INT, next, 100 + i, MPI_COMM_WORLD);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  }
  MPI_Comm_free(&other);
  MPI_Send_init(value, 1, MPI_INT, next, 3, MPI_COMM_WORLD, &request[0]);
  MPI_Recv_init(value + 1, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &request[1]);
  for (int i = 0; i < 5; i++) {
    MPI_Startall(2, request);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 2; i++)
    MPI_Request_free(&request[i]);
  MPI_Isend(value, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, &request[0]);
  MPI_Recv(value + 1, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  MPI_Isend(value, 1, MPI_INT, next, 5, MPI_COMM_WORLD, &request[0]);
  MPI_Mprobe(before, 5, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv(value + 1, 1, MPI_INT, &message, &status);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  MPI_Irecv(value + 1, 1, MPI_INT, before, 9, MPI_COMM_WORLD, &request[0]);
  MPI_Cancel(&request[0]);
  MPI_Wait(&request[0], &status);
  MPI_Sendrecv(value, 1, MPI_INT, next, 6, value + 1, 1, MPI_INT, before, 6, MPI_COMM_WORLD,
               &status);
  do {
    MPI_Iprobe(before, 7, MPI_COMM_WORLD, &flag, &status);
    if (rank == 0 && !flag && value[7]++ == 0)
      MPI_Send(value, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
  } while (!flag);
  MPI_Recv(value + 1, 1, MPI_INT, before, 7, MPI_COMM_WORLD, &status);
  if (rank)
    MPI_Send(value, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
  MPI_Finalize();
}
