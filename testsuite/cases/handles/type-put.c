/* Puts with a freed datatype at the target. */
/* case: status=any exit=any options="--timeout=10" */
#include "case.h"

int main(void) {
  int value[2] = {1, 2}, *memory;
  MPI_Datatype pair, copy;
  MPI_Win win;
  begin();
  MPI_Win_allocate(44, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  errors_return(win);
  MPI_Type_vector(2, 1, 3, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  copy = pair;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(value, 2, MPI_INT, 1, 0, 1, pair, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&pair); /* site: handle-stale */
  if (rank == 0)
    MPI_Put(value, 2, MPI_INT, 1, 1, 1, copy, win); /* expect: handle-stale */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
