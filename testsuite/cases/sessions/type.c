/* A message between two processes of a session is received as another type. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  int sent[2] = {1, 2};
  double received = 0;
  session_begin();
  if (rank == 0)
    MPI_Send(sent, 2, MPI_INT, 1, 3, comm); /* site: message-type */
  if (rank == 1)
    MPI_Recv(&received, 1, MPI_DOUBLE, 0, 3, comm, MPI_STATUS_IGNORE); /* expect: message-type */
  session_end();
}
