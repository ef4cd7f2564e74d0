/* A message between two processes of a session is received as it was sent. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  int sent[2] = {1, 2};
  int received[2];
  session_begin();
  if (rank == 0)
    MPI_Send(sent, 2, MPI_INT, 1, 3, comm);
  if (rank == 1)
    MPI_Recv(received, 2, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE);
  session_end();
}
