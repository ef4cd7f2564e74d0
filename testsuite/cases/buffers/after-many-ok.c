/* Nonblocking messages by lines that have made thousands before, so that level pages no longer
 * watches their buffers. */
/* case: levels=mpi,pages */
#include "case.h"

enum { ROUNDS = 20000, N = 16 };

int main(void) {
  int other, *from, *to, copy[N];
  MPI_Request r[2];
  begin();
  other = 1 - rank;
  from = calloc(N, sizeof *from);
  to = calloc(N, sizeof *to);
  for (int i = 0; i <= ROUNDS; i++) {
    from[0] = i;
    MPI_Irecv(to, N, MPI_INT, other, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(from, N, MPI_INT, other, 1, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    if (i == ROUNDS)
      MPI_Sendrecv(to, N, MPI_INT, rank, 2, copy, N, MPI_INT, rank, 2, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
  }
  free(from);
  free(to);
  MPI_Finalize();
}
