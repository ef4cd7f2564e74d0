/* Starts an access epoch on two targets that both post to this origin. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, value = 1;
  int others[2] = {1, 2};
  MPI_Win win;
  MPI_Group world, targets, origin;
  begin();
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, others, &targets);
  origin = only(0);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_start(targets, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(origin, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&targets);
  MPI_Group_free(&origin);
  MPI_Win_free(&win);
  MPI_Finalize();
}
