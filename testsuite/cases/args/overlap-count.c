/* Accumulates to a disjoint datatype whose copies overlap from one count to the next. */
#include "case.h"

int main(void) {
  ALIGNED int memory[8] = {0}, values[4] = {1, 1, 1, 1};
  MPI_Datatype pair, near;
  MPI_Win win;
  begin();
  MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
  MPI_Type_create_resized(pair, 0, 2 * sizeof *memory, &near);
  MPI_Type_commit(&near);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(values, 4, MPI_INT, 1, 0, 2, near, MPI_SUM, win); /* expect: type-overlap */
  MPI_Win_fence(0, win);
  MPI_Type_free(&pair);
  MPI_Type_free(&near);
  MPI_Win_free(&win);
  MPI_Finalize();
}
