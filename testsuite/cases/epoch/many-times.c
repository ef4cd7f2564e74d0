/* Puts a thousand times outside an epoch: one mistake, one finding. */
#include "case.h"

static ALIGNED int memory[1000];

int main(void) {
  int value = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  for (int i = 0; i < 1000; i++)
    MPI_Put(&value, 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win); /* expect: op-outside-epoch */
  MPI_Win_free(&win);
  MPI_Finalize();
}
