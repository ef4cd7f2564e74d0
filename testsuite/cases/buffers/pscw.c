/* The result of a get is loaded before MPI_Win_complete. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, seen;
  MPI_Group peer;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  peer = only(1 - rank);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    MPI_Get(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* site: buffer-race */
    LOAD(seen, v);                                  /* expect: buffer-race */
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
