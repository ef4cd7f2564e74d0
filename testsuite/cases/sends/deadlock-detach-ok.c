/* What the buffer holds is received first. */
#include "case.h"

#define N 4000000

int main(void) {
  int value = 1, bytes = N + MPI_BSEND_OVERHEAD;
  char *message = calloc(1, N), *buffer = malloc((size_t)bytes);
  begin();
  if (rank == 0) {
    MPI_Buffer_attach(buffer, bytes);
    MPI_Bsend(message, N, MPI_CHAR, 1, 3, MPI_COMM_WORLD);
    MPI_Buffer_detach(&buffer, &bytes);
    MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  } else {
    MPI_Recv(message, N, MPI_CHAR, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(message);
  free(buffer);
  MPI_Finalize();
}
