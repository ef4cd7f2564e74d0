/* A buffer with room for the packed data and the overhead. */
#include "case.h"

int main(void) {
  int value[64] = {0}, bytes;
  void *room;
  begin();
  if (rank == 0) {
    MPI_Pack_size(64, MPI_INT, MPI_COMM_WORLD, &bytes);
    bytes += MPI_BSEND_OVERHEAD;
    room = malloc((size_t)bytes);
    MPI_Buffer_attach(room, bytes);
    MPI_Bsend(value, 64, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Buffer_detach(&room, &bytes);
    free(room);
  } else {
    MPI_Recv(value, 64, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
