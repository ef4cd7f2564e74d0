/* Room for one message; the next one is sent without a flush between. */
/* case: needs=MPI_Buffer_flush */
#include "hidden.h"

int main(void) {
  int value = 1, n;
  char room[MPI_BSEND_OVERHEAD + sizeof value];
  void *old;
  begin();
  hidden_begin();
  if (rank == 0) {
    MPI_Buffer_attach(room, sizeof room); /* site: bsend-undelivered */
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    hidden_wait();
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); /* expect: bsend-undelivered */
    MPI_Buffer_flush();
    MPI_Buffer_detach(&old, &n);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    hidden_signal();
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
