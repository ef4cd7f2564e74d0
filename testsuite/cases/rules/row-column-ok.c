/* A column put to and a row gotten from one matrix do not cross. */
#include "case.h"

int main(void) {
  ALIGNED int memory[16] = {0}, v[4] = {1, 2, 3, 4};
  MPI_Datatype column;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Type_vector(3, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(v, 3, MPI_INT, 0, 1, 1, column, win);
  else
    MPI_Get(v, 4, MPI_INT, 0, 12, 4, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Finalize();
}
