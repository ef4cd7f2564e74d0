/* Posts to an origin that starts and completes, and tests until then. */
#include "case.h"

int main(void) {
  int flag = 0;
  MPI_Win win;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    MPI_Win_complete(win);
  }
  if (rank == 1) {
    MPI_Win_post(peer, 0, win);
    while (!flag)
      MPI_Win_test(win, &flag);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
