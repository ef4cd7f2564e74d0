/* The answer that the second send waits for is to another message, received before the first.
 */
#include "case.h"

int main(void) {
  int value = 1;
  char room[MPI_BSEND_OVERHEAD + sizeof value];
  void *old;
  begin();
  if (rank == 0) {
    MPI_Buffer_attach(room, sizeof room); /* site: bsend-undelivered */
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); /* expect: bsend-undelivered */
    MPI_Buffer_detach(&old, &value);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
