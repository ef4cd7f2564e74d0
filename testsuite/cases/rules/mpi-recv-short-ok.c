/* A short message does not reach the place that the origin gets, though the buffer does. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  int message[4] = {0};
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(&v, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
    MPI_Send(message, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(memory, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
