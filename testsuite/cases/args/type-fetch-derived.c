/* Calls Fetch_and_op with a derived datatype. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, one = 1, old;
  MPI_Datatype single;
  MPI_Win win;
  begin();
  MPI_Type_contiguous(1, MPI_INT, &single);
  MPI_Type_commit(&single);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Fetch_and_op(&one, &old, single, 1, 0, // expect: accumulate-type-invalid
                     MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Type_free(&single);
  MPI_Win_free(&win);
  MPI_Finalize();
}
