/* Puts a thousand times inside an epoch. */
#include "case.h"

static ALIGNED int memory[1000];

int main(void) {
  int value = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 1000; i++)
    MPI_Put(&value, 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
