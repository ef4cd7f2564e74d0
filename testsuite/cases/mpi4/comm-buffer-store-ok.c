/* The buffer of a communicator is written before it is attached and when it is detached. */
/* case: needs=MPI_Comm_attach_buffer */
#include "case.h"

int main(void) {
  int n;
  char room[2 * MPI_BSEND_OVERHEAD];
  void *old;
  begin();
  STORE(room[0], 1);
  MPI_Comm_attach_buffer(MPI_COMM_WORLD, room, sizeof room);
  MPI_Comm_detach_buffer(MPI_COMM_WORLD, &old, &n);
  STORE(room[0], 1);
  MPI_Finalize();
}
