/* Three hundred exchanges of nine lengths in turn, of which the last is longer than its
 * receive. */
/* case: status=crashed */
#include "case.h"

#define MANY 300

int main(void) {
  double to[16] = {0}, from[16];
  MPI_Request both[2];
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i <= MANY; i++) {
    int length = 4 + i % 9, room = i == MANY && rank == 1 ? length - 1 : length;
    MPI_Irecv(from, room, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD, /* expect: message-truncated */
              &both[0]);
    MPI_Isend(to, length, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD, /* site: message-truncated */
              &both[1]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
}
