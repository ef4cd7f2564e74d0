/* The buffer of a receive ends where memory ends. */
#include "hole.h"

int main(void) {
  begin();
  int *memory = before_hole(), all[HOLE_INTS + 4] = {0};
  MPI_Request request;
  if (rank == 1)
    MPI_Irecv(memory + HOLE_INTS - 8, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  else
    MPI_Send(all, 8, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
