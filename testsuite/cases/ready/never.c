/* A ready send to a rank that never receives the message. */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0)
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD); /* expect: rsend-before-recv */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
