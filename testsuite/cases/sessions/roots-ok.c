/* Processes of a session name one root; the communicator has them in another order. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  int value;
  session_begin();
  MPI_Comm turned;
  MPI_Comm_split(comm, 0, -rank, &turned);
  MPI_Comm_rank(turned, &rank);
  value = rank;
  MPI_Bcast(&value, 1, MPI_INT, size - 1, turned);
  MPI_Comm_free(&turned);
  session_end();
}
