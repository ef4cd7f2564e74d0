/* A window of one variable on the stack, which its owner stores to while another rank puts. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  ALIGNED int value = 0;
  int one = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(&value, sizeof value, sizeof value, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    STORE(value, 2); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
