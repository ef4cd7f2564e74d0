/* Only rank 0 frees the communicator, which is a collective call; no library waits there. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  MPI_Comm other;
  int x = 1, sum;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &other); /* expect: object-not-freed */
  MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, other);
  if (rank == 0)
    MPI_Comm_free(&other); /* expect: collective-mismatch */
  MPI_Finalize();
}
