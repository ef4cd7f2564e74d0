/* A put backwards from the end and a put to the beginning meet. */
#include "case.h"

int main(void) {
  ALIGNED int memory[8] = {0}, v[4] = {1, 2, 3, 4};
  MPI_Datatype back;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Type_vector(4, 1, -2, MPI_INT, &back);
  MPI_Type_commit(&back);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(v, 4, MPI_INT, 0, 7, 1, back, win); /* expect: rma-race */
  else
    MPI_Put(v, 2, MPI_INT, 0, 0, 2, MPI_INT, win); /* site: rma-race */
  MPI_Win_fence(0, win);
  MPI_Type_free(&back);
  MPI_Win_free(&win);
  MPI_Finalize();
}
