/* Small messages that nobody receives: one with a tag of its own, the last of several, one on
 * another communicator, and one that was sent by a request. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = rank, flag;
  MPI_Comm other;
  MPI_Request request;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &other); /* expect: object-not-freed */
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD); /* expect: message-unreceived */
    for (int i = 0; i < 4; i++)
      MPI_Send(&value, 1, MPI_INT, 1, 6, MPI_COMM_WORLD); /* expect: message-unreceived */
    MPI_Send(&value, 1, MPI_INT, 2, 7, other);            /* expect: message-unreceived */
    MPI_Isend(&value, 1, MPI_INT, 2, 8, other, &request); /* expect: message-unreceived */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    for (int i = 0; i < 3; i++)
      MPI_Recv(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Iprobe(0, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  }
  /* MPICH 4.2 does not free a communicator that has messages, and may end the program */
  MPI_Finalize();
}
