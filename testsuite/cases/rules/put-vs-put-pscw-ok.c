/* A put and a put from two origins to one place in two exposure epochs. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  MPI_Group peer, origin[2];
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  peer = only(2);
  origin[0] = only(0);
  origin[1] = only(1);
  if (rank == 2) {
    MPI_Win_post(origin[0], 0, win);
    MPI_Win_wait(win);
    MPI_Win_post(origin[1], 0, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(peer, 0, win);
    if (rank == 0)
      MPI_Put(&v, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    else
      MPI_Put(&v, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Group_free(&peer);
  MPI_Group_free(&origin[0]);
  MPI_Group_free(&origin[1]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
