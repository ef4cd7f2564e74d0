/* Posts to an origin that never starts: the wait never ends. */
/* case: options="--timeout=5" status=hung timeout=60 */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 1) {
    MPI_Win_post(peer, 0, win); /* expect: post-without-start */
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
