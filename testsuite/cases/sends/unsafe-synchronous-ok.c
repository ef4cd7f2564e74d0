/* A send and a receive at once; a send from a buffer of the program's own. */
#include "case.h"

int main(void) {
  int value = 1, other, bytes;
  begin();
  MPI_Sendrecv(&value, 1, MPI_INT, 1 - rank, 3, &other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, &bytes);
  bytes += MPI_BSEND_OVERHEAD;
  void *buffer = malloc((size_t)bytes);
  MPI_Buffer_attach(buffer, bytes);
  MPI_Bsend(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);
  MPI_Recv(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&buffer, &bytes);
  free(buffer);
  MPI_Finalize();
}
