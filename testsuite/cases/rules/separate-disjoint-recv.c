/* A put and a receive into another place of the window, in one epoch. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  int token = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: separate-race */
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&memory[1], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, // site: separate-race
             MPI_STATUS_IGNORE);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
