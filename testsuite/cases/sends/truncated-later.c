/* The library ends the program in the last receive. The receives before it, which have the same tag and
 * less room, have taken shorter messages. */
/* case: ranks=2 status=any exit=any */
#include "case.h"

enum { LITTLE = 2, MORE = 4, MOST = 8 };
static int buffer[MOST];

static void pass(MPI_Comm comm, int count, int tag) {
  if (rank == 0)
    MPI_Send(buffer, count, MPI_INT, 1, tag, comm);
}

int main(void) {
  MPI_Comm comm;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
  for (int i = 0; i < 3; i++) {
    pass(comm, LITTLE, 1);
    if (rank)
      MPI_Recv(buffer, LITTLE, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
  }
  for (int i = 0; i < 3; i++) {
    pass(comm, MORE, 1);
    if (rank)
      MPI_Recv(buffer, MORE, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
  }
  pass(comm, MOST, 2);
  if (rank)
    MPI_Recv(buffer, MORE, MPI_INT, 0, 2, comm, MPI_STATUS_IGNORE); /* expect: message-truncated */
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
