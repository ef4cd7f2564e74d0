/* Posts again although Win_test has not returned true. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, value = 1;
  int flag = 0, error;
  MPI_Win win;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 1) {
    MPI_Win_post(peer, 0, win);
    MPI_Win_test(win, &flag);
    error = MPI_Win_post(MPI_GROUP_EMPTY, 0, win); /* expect: exposure-epoch-overlap */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_wait(win);
    if (error == MPI_SUCCESS)
      MPI_Win_wait(win);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_start(peer, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
