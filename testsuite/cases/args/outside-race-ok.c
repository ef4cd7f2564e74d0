/* Three that do not. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  ALIGNED int memory[24] = {0}, value[8] = {0};
  MPI_Win win;
  begin();
  MPI_Win_create(memory, 21, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(value, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
  }
  if (rank == 2)
    MPI_Put(value, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
