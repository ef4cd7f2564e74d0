/* A master hands out work to whoever is done; what it takes first does not matter. */
/* case: ranks=4 options="--message-races" */
#include "case.h"
#include <unistd.h>

int main(void) {
  int work = 0, left = 60;
  MPI_Status status;
  begin();
  for (int i = 1; rank == 0 && i < size; i++)
    MPI_Send(&work, 1, MPI_INT, i, 1, MPI_COMM_WORLD);
  for (int busy = size - 1; rank == 0 && busy;) {
    MPI_Recv(&work, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, /* expect: message-race */
             &status);
    busy -= left == 0;
    MPI_Send(&work, 1, MPI_INT, status.MPI_SOURCE, left ? 1 : 2, MPI_COMM_WORLD);
    left -= left > 0;
  }
  for (; rank;) {
    MPI_Recv(&work, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == 2)
      break;
    usleep(200);
    MPI_Send(&work, 1, MPI_INT, 0, 1, MPI_COMM_WORLD); /* site: message-race */
  }
  MPI_Finalize();
}
