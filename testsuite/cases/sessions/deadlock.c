/* Two processes of a session wait for each other's message. */
/* case: needs=MPI_Session_init status=hung exit=any */
#include "session.h"

int main(void) {
  int value = 1;
  session_begin();
  MPI_Recv(&value, 1, MPI_INT, 1 - rank, 3, comm, MPI_STATUS_IGNORE); /* expect: deadlock */
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 3, comm);
  session_end();
}
