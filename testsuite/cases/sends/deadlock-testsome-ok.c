/* They send before. */
#include "hidden.h"

int main(void) {
  int value[2], count = 0, indices[2];
  MPI_Request request[2];
  begin();
  for (int i = 0; i < 2; i++)
    MPI_Irecv(&value[i], 1, MPI_INT, !rank, i, MPI_COMM_WORLD, &request[i]);
  for (int i = 0; i < 2; i++)
    MPI_Send(&rank, 1, MPI_INT, !rank, i, MPI_COMM_WORLD);
  while (!count) {
    usleep(100);
    MPI_Testsome(2, request, &count, indices, MPI_STATUSES_IGNORE);
  }
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
