/* A put to the hole of a struct whose members are put. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v[2] = {1, 2};
  int lengths[2] = {1, 1};
  MPI_Aint at[2] = {0, 8};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT}, holes;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Type_create_struct(2, lengths, at, types, &holes);
  MPI_Type_commit(&holes);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(v, 2, MPI_INT, 0, 0, 1, holes, win);
  else
    MPI_Put(v, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&holes);
  MPI_Win_free(&win);
  MPI_Finalize();
}
