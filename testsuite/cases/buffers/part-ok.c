/* An element beside the origin buffer of a put is overwritten. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0};
  int many[4] = {1, 2, 3, 4};
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(many, 3, MPI_INT, 1, 0, 3, MPI_INT, win);
    STORE(many[3], 5);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
