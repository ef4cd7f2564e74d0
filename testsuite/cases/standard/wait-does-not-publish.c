/* The owner stores x in its own access epoch: neither MPI_Win_complete nor MPI_Win_wait
 * publishes it; y, stored before MPI_Win_post, is. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, x = 0, y = 0;
  MPI_Group both, owner;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &both);
  owner = only(0);
  if (rank == 0) {
    STORE(memory[1], 2);
    MPI_Win_post(both, 0, win);
  }
  MPI_Win_start(owner, 0, win);
  if (rank == 0)
    STORE(memory[0], v); /* site: separate-race */
  MPI_Win_complete(win);
  if (rank == 0)
    MPI_Win_wait(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* expect: separate-race */
    MPI_Get(&y, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Group_free(&both);
  MPI_Group_free(&owner);
  MPI_Win_free(&win);
  MPI_Finalize();
}
