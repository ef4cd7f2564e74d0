/* A message to the process itself, sent before its receive is posted. */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  MPI_Send(&value, 1, MPI_INT, rank, 3, MPI_COMM_WORLD); /* expect: unsafe-send */
  MPI_Recv(&other, 1, MPI_INT, rank, 3, MPI_COMM_WORLD,  /* site: unsafe-send */
           MPI_STATUS_IGNORE);
  MPI_Finalize();
}
