/* A program without windows, at the default level: the buffer of a receive is loaded from, and
 * that of a send stored to, before the operation is complete. */
/* case: registers=yes */
#include "show.h"

int main(void) {
  int from = 1, to = 0, early = 0;
  MPI_Request r;
  begin();
  if (rank == 0) {
    MPI_Irecv(&to, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
    early = to; /* expect: buffer-race */
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Issend(&from, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    from = 2; /* expect: buffer-race */
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  show(early < 2, from > 0);
  MPI_Finalize();
}
