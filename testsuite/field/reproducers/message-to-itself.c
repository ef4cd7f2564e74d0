/* The last message, of a process to itself, is never received. Ray. */
#include "case.h"

int main(void) {
  int last = 0;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Isend(&last, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &request); /* expect: message-unreceived */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
