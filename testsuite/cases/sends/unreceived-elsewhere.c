/* Small messages that nobody receives on another communicator, one of them sent by a request. MPICH 4.2 aborts in
 * half of its runs when a communicator is left that has messages, also without Fencepost. */
/* case: exit-mpich=any */
#include "case.h"

int main(void) {
  int value = rank, flag;
  MPI_Comm other;
  MPI_Request request;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &other); /* expect: object-not-freed */
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 7, other);            /* expect: message-unreceived */
    MPI_Isend(&value, 1, MPI_INT, 1, 8, other, &request); /* expect: message-unreceived */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Iprobe(0, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
