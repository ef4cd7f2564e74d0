/* A message between two processes of a session that nobody receives. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  int value = 1;
  session_begin();
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 3, comm); /* expect: message-unreceived */
  MPI_Barrier(comm);
  session_end();
}
