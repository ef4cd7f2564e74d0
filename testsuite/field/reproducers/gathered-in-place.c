/* Each process gathers from the place in the result where its part goes, without MPI_IN_PLACE. Tachyon. */
/* case: mpi=openmpi */
#include "case.h"

int main(void) {
  int parts[2] = {0, 0};
  begin();
  parts[rank] = rank + 1;
  MPI_Allgather(&parts[rank], 1, MPI_INT, parts, 1, MPI_INT, MPI_COMM_WORLD); /* expect: result-overlap */
  MPI_Finalize();
}
