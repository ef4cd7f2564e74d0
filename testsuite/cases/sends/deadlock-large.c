/* Head to head with messages that no library buffers. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

#define N (1 << 22)

int main(void) {
  int *value = calloc(N, sizeof *value), *other = calloc(N, sizeof *other);
  begin();
  if (rank == 0)
    MPI_Send(value, N, MPI_INT, 1, 3, MPI_COMM_WORLD); /* expect: deadlock */
  else
    MPI_Send(value, N, MPI_INT, 0, 3, MPI_COMM_WORLD); /* site: deadlock */
  MPI_Recv(other, N, MPI_INT, !rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
