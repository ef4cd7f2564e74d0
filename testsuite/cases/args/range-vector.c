/* Puts a column of which the last element lies behind the target's window. */
#include "case.h"

static ALIGNED int memory[64];

int main(void) {
  int values[4] = {1, 2, 3, 4};
  MPI_Datatype column;
  MPI_Win win;
  begin();
  MPI_Type_vector(4, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_create(memory, 16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(values, 4, MPI_INT, 1, 4, 1, column, win); /* expect: target-out-of-window */
  MPI_Win_fence(0, win);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Finalize();
}
