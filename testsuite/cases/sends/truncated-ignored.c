/* Receives are too short for their messages, and the program does not look at the codes that say so. */
#include "case.h"

int main(void) {
  int values[8] = {0}, tag = 0;
  MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Send(values, 5, MPI_INT, 1, tag, comm); /* site: message-truncated */
    MPI_Send(values, 6, MPI_INT, 1, tag, comm); /* site: message-truncated */
    MPI_Send(values, 7, MPI_INT, 1, tag, comm); /* site: message-truncated */
  } else if (rank == 1) {
    MPI_Recv(values, 4, MPI_INT, 0, tag, comm, /* expect: message-truncated */ /* expect: error-ignored */
             MPI_STATUS_IGNORE);
    MPI_Irecv(values, 4, MPI_INT, 0, tag, comm, &request); /* expect: message-truncated */
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: error-ignored */
    MPI_Irecv(values, 3, MPI_INT, 0, tag, comm, &request); /* expect: message-truncated */
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE); /* expect: error-ignored */
  }
  MPI_Finalize();
}
