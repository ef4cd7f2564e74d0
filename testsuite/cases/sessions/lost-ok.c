/* A message between two processes of a session is received after the communicator of all was freed. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  int value = 1;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Comm other;
  session_begin();
  MPI_Comm_dup(comm, &other);
  if (rank == 0)
    MPI_Isend(&value, 1, MPI_INT, 1, 3, other, &request);
  session_free();
  if (rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, 3, other, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&other);
  session_over();
}
