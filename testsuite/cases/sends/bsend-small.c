/* A buffer with room for the data, but not for the overhead. */
#include "case.h"

int main(void) {
  int value[64] = {0};
  char room[sizeof value];
  void *old;
  begin();
  if (rank == 0) {
    MPI_Buffer_attach(room, sizeof room);                /* site: bsend-too-small */
    MPI_Bsend(value, 64, MPI_INT, 1, 3, MPI_COMM_WORLD); /* expect: bsend-too-small */ /* expect-openmpi: message-unreceived */
    MPI_Buffer_detach(&old, value);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
