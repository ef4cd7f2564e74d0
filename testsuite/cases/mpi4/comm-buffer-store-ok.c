/* The buffer of a communicator is written before it is attached and when it is detached, as by
 * freeing the communicator. */
/* case: needs=MPI_Comm_attach_buffer */
#include "case.h"

int main(void) {
  int n;
  char room[2 * MPI_BSEND_OVERHEAD];
  void *old;
  MPI_Comm comm;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  STORE(room[0], 1);
  MPI_Comm_attach_buffer(MPI_COMM_WORLD, room, sizeof room);
  MPI_Comm_detach_buffer(MPI_COMM_WORLD, &old, &n);
  STORE(room[0], 1);
  MPI_Comm_attach_buffer(comm, room, sizeof room);
  MPI_Comm_free(&comm);
  STORE(room[0], 2);
  MPI_Finalize();
}
