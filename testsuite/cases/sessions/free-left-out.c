/* In a session: rank 1 leaves out the call that frees a communicator. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  MPI_Comm other;
  session_begin();
  MPI_Comm_dup(comm, &other); /* expect: object-not-freed */
  MPI_Barrier(other);
  if (rank == 0)
    MPI_Comm_free(&other); /* expect: collective-mismatch */
  session_end();
}
