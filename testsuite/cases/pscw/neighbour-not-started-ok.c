/* Starts an access epoch on both neighbours and gets from both. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, left = 0, right = 0;
  int others[2] = {1, 2};
  MPI_Win win;
  MPI_Group world, started, origin;
  begin();
  memory = rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, others, &started);
  origin = only(0);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_start(started, 0, win);
    MPI_Get(&left, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get(&right, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(origin, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&started);
  MPI_Group_free(&origin);
  MPI_Win_free(&win);
  MPI_Finalize();
}
