/* Uses MPI_Put between Win_start and Win_complete. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, value = 1;
  MPI_Win win;
  MPI_Group group;
  begin();
  group = only(1 - rank);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_start(group, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&group);
  MPI_Win_free(&win);
  MPI_Finalize();
}
