/* In a session: all processes free a communicator. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  MPI_Comm other;
  session_begin();
  MPI_Comm_dup(comm, &other);
  MPI_Barrier(other);
  MPI_Comm_free(&other);
  session_end();
}
