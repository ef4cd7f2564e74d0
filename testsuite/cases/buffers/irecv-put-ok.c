/* A put out of the buffer of a receive that is complete. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  int token = 3;
  MPI_Request req;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Irecv(&v, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &req);
  MPI_Send(&token, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&req, MPI_STATUS_IGNORE);
  MPI_Put(&v, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
