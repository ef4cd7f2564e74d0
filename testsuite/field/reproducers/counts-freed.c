/* The array of counts of a nonblocking reduction is freed before it is complete: counts are arguments
 * that must stay as they are, as buffers must. mpi4py's Ireduce_scatter without counts. */
#include "case.h"

int main(void) {
  int give[8] = {0, 1, 2, 3, 4, 5, 6, 7}, got[4];
  int *counts = malloc(2 * sizeof(int));
  MPI_Request request;
  begin();
  counts[0] = counts[1] = 4;
  MPI_Ireduce_scatter(give, got, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  free(counts); /* expect: buffer-freed */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
