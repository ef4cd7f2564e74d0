/* A window of an array on the stack, of which its owner changes a part that another rank puts. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  int array[100] = {0}, one = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(array, sizeof array, sizeof *array, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 50, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    STORE(array[50], 2); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
