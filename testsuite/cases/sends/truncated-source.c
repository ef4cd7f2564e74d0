/* Two receives of one line, from two processes, of which the second sends too much. */
/* case: ranks=3 status=crashed */
#include "case.h"

int main(void) {
  float values[8] = {0};
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int from = 1; rank == 0 && from < size; from++)
    MPI_Recv(values, 5, MPI_FLOAT, from, 0, MPI_COMM_WORLD, /* expect: message-truncated */
             MPI_STATUS_IGNORE);
  if (rank)
    MPI_Ssend(values, 4 + rank, MPI_FLOAT, 0, 0, MPI_COMM_WORLD); /* site: message-truncated */
  MPI_Finalize();
}
