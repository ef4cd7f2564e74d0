/* Sent and received at once. */
#include "case.h"

#define N (1 << 22)

int main(void) {
  int *value = calloc(N, sizeof *value), *other = calloc(N, sizeof *other);
  begin();
  MPI_Sendrecv(value, N, MPI_INT, !rank, 3, other, N, MPI_INT, !rank, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Finalize();
}
