/* Each rank names itself the root. */
/* case: options="--timeout=7" status=hung exit=any timeout=40 */
#include "case.h"

#define N 4000000

int main(void) {
  char *data = calloc(1, N);
  begin();
  if (rank == 0)
    MPI_Bcast(data, N, MPI_CHAR, 0, MPI_COMM_WORLD); /* site: collective-root */
  else
    MPI_Bcast(data, N, MPI_CHAR, 1, MPI_COMM_WORLD); /* expect: collective-root */
  free(data);
  MPI_Finalize();
}
