/* Two origins put to every other element, in turn. */
#include "case.h"

int main(void) {
  ALIGNED int memory[8] = {0}, v[4] = {1, 2, 3, 4};
  MPI_Datatype every;
  int lengths[4] = {1, 1, 1, 1}, at[4] = {1, 3, 5, 7};
  MPI_Datatype odd;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Type_vector(4, 1, 2, MPI_INT, &every);
  MPI_Type_commit(&every);
  MPI_Type_indexed(4, lengths, at, MPI_INT, &odd);
  MPI_Type_commit(&odd);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(v, 4, MPI_INT, 0, 0, 1, every, win);
  else
    MPI_Put(v, 4, MPI_INT, 0, 0, 1, odd, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&every);
  MPI_Type_free(&odd);
  MPI_Win_free(&win);
  MPI_Finalize();
}
