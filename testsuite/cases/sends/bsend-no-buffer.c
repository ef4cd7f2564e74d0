/* A buffered send; no buffer was attached. */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0)
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); /* expect: bsend-no-buffer */ /* expect-openmpi: message-unreceived */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
