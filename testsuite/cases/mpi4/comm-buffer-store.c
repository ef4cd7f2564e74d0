/* The buffer of a communicator is written while it is attached. */
/* case: needs=MPI_Comm_attach_buffer */
#include "case.h"

int main(void) {
  int n;
  char room[2 * MPI_BSEND_OVERHEAD];
  void *old;
  begin();
  MPI_Comm_attach_buffer(MPI_COMM_WORLD, room, sizeof room); /* site: buffer-race */
  STORE(room[0], 1); /* expect: buffer-race */
  MPI_Comm_detach_buffer(MPI_COMM_WORLD, &old, &n);
  MPI_Finalize();
}
