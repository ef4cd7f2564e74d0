/* Both send and receive in one call, but the tags do not match. */
/* case: options="--timeout=5" status=hung exit=any timeout=30 */
#include "case.h"

int main(void) {
  int value = 1, other = 0;
  begin();
  if (rank == 0)
    MPI_Sendrecv(&value, 1, MPI_INT, 1, 3, &other, 1, MPI_INT, 1, 3, /* expect: deadlock */
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 4, &other, 1, MPI_INT, 0, 4, /* site: deadlock */
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
