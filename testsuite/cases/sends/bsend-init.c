/* A persistent buffered send is started when the buffer was detached. */
/* case: status=any exit=any timeout=20 */
#include "case.h"

int main(void) {
  int value = 1;
  char room[4 * (MPI_BSEND_OVERHEAD + sizeof value)];
  void *old;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Bsend_init(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    MPI_Buffer_attach(room, sizeof room);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&old, &value);
    MPI_Start(&request); /* expect: bsend-no-buffer */
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
