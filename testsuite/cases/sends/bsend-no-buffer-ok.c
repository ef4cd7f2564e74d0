/* A buffer is attached before the buffered send, and detached. */
#include "case.h"

int main(void) {
  int value = 1;
  char room[MPI_BSEND_OVERHEAD + sizeof value];
  void *old;
  begin();
  if (rank == 0) {
    MPI_Buffer_attach(room, sizeof room);
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Buffer_detach(&old, &value);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
