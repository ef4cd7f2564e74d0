/* Takes a rank of the world for a rank of the window's communicator, which runs the other way.
 */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int *memory, value = 7;
  MPI_Comm reversed;
  MPI_Group world_two, world_zero;
  MPI_Win win;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &reversed);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, reversed, &memory, &win);
  errors_return(win);
  world_zero = only(0);
  world_two = only(2);
  if (rank == 0) {
    MPI_Win_start(world_two, 0, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win); /* expect: target-not-started */
    MPI_Win_complete(win);
  } else if (rank == 2) {
    MPI_Win_post(world_zero, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&world_two);
  MPI_Group_free(&world_zero);
  MPI_Win_free(&win);
  MPI_Comm_free(&reversed);
  MPI_Finalize();
}
