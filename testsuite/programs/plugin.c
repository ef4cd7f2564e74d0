/* This is built twice, with two values of LINE, so that only the line numbers differ. */
#include <mpi.h>
#line LINE
void put(MPI_Win win) {
  static int value;
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* outside an epoch */
}
