/* Two processes of a session exchange messages, one of them first. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  int value = 1;
  session_begin();
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 3, comm);
  MPI_Recv(&value, 1, MPI_INT, 1 - rank, 3, comm, MPI_STATUS_IGNORE);
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 3, comm);
  session_end();
}
