/* Room for one message, which is flushed before the next one; and a buffer of the library. */
/* case: needs=MPI_Buffer_flush */
#include "case.h"

int main(void) {
  int value = 1, n;
  char room[MPI_BSEND_OVERHEAD + sizeof value];
  void *old;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Buffer_attach(room, sizeof room);
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Buffer_flush();
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Buffer_iflush(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Buffer_detach(&old, &n);
    MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Buffer_detach(&old, &n);
  } else {
    for (int i = 0; i < 4; i++)
      MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
