/* The groups of MPI_Win_post and MPI_Win_start are in the window's group, but of another communicator. */
/* case: ranks=2 */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, other;
  MPI_Group all, group;
  MPI_Comm turned;
  MPI_Win win;
  begin();
  other = !rank;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, turned, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &group);
  if (rank == 0) {
    MPI_Win_start(group, 0, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
  MPI_Comm_free(&turned);
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  MPI_Finalize();
}
