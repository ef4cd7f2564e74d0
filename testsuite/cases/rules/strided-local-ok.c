/* A put to even elements while the target packs odd elements. */
#include "case.h"

int main(void) {
  ALIGNED int memory[8] = {0}, v[4] = {1, 2, 3, 4};
  MPI_Datatype every;
  int out[3], at = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Type_vector(3, 1, 2, MPI_INT, &every);
  MPI_Type_commit(&every);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(v, 3, MPI_INT, 1, 0, 1, every, win);
  else
    MPI_Pack(memory + 1, 1, every, out, sizeof out, &at, MPI_COMM_SELF);
  MPI_Win_fence(0, win);
  MPI_Type_free(&every);
  MPI_Win_free(&win);
  MPI_Finalize();
}
