/* Posts to an origin that never starts, gives up testing and finalizes. */
#include "case.h"

int main(void) {
  int flag = 0;
  MPI_Win win;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win); /* expect: window-not-freed */
  errors_return(win);
  if (rank == 1) {
    MPI_Win_post(peer, 0, win); /* expect: post-without-start */ /* site: finalize-in-epoch */
    for (int tries = 0; tries < 10; tries++)
      MPI_Win_test(win, &flag);
  }
  MPI_Group_free(&peer);
  MPI_Finalize(); /* expect: finalize-in-epoch */
}
