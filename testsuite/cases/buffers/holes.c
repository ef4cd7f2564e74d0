/* An element of a strided origin buffer is overwritten. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0};
  int many[4] = {1, 2, 3, 4};
  MPI_Datatype every;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Type_vector(2, 1, 2, MPI_INT, &every);
    MPI_Type_commit(&every);
    MPI_Put(many, 1, every, 1, 0, 2, MPI_INT, win); /* site: buffer-race */
    STORE(many[2], 5);                              /* expect: buffer-race */
    MPI_Type_free(&every);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
