/* A communicator has a buffer of its own; the send is on another one, and the process has none. */
/* case: needs=MPI_Comm_attach_buffer */
#include "case.h"

int main(void) {
  int value = 1, n;
  char room[2 * (MPI_BSEND_OVERHEAD + sizeof value)];
  void *old;
  MPI_Comm comm;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  if (rank == 0) {
    MPI_Comm_attach_buffer(comm, room, sizeof room);
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); /* expect: bsend-no-buffer */
    MPI_Comm_detach_buffer(comm, &old, &n);
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
