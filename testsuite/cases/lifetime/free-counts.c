/* The array of counts of a nonblocking collective call is freed before its wait. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  begin();
  int *counts = malloc(2 * sizeof *counts), in[7] = {0}, out[7];
  counts[0] = 3, counts[1] = 4;
  MPI_Request request;
  MPI_Ireduce_scatter(in, out, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); /* site: buffer-freed */
  free(counts); /* expect: buffer-freed */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
