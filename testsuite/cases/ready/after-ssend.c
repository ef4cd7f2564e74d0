/* A synchronous send whose receive was posted after that of the ready send is a
 * handshake; so is a chain of messages over a third rank, and a fence. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Win win;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Ssend(&value, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
    MPI_Recv(&other, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
    MPI_Send(NULL, 0, MPI_INT, 2, 8, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (rank == 2) {
    MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_INT, 0, 8, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 2, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  }
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1)
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  MPI_Finalize();
}
