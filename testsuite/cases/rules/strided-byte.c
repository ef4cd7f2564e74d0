/* Two origins put to strided bytes, one of which is common. */
#include "case.h"

int main(void) {
  ALIGNED char memory[64] = {0};
  char v[8] = {0};
  MPI_Datatype third, fifth;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Type_vector(8, 1, 4, MPI_CHAR, &third);
  MPI_Type_vector(8, 1, 3, MPI_CHAR, &fifth);
  MPI_Type_commit(&third);
  MPI_Type_commit(&fifth);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(v, 8, MPI_CHAR, 0, 0, 1, third, win); /* expect: rma-race */
  else
    MPI_Put(v, 8, MPI_CHAR, 0, 11, 1, fifth, win); /* site: rma-race */
  MPI_Win_fence(0, win);
  MPI_Type_free(&third);
  MPI_Type_free(&fifth);
  MPI_Win_free(&win);
  MPI_Finalize();
}
