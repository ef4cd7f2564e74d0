/* Gets and accumulates with an origin datatype that was not committed. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, values[4] = {0}, more[4] = {1, 1, 1, 1};
  MPI_Datatype pairs;
  MPI_Win win;
  begin();
  MPI_Type_vector(2, 1, 2, MPI_INT, &pairs);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(values, 1, pairs, 1, 0, 2, MPI_INT, win); /* expect: type-uncommitted */
    MPI_Accumulate(more, 1, pairs, 1, 2, 2, MPI_INT,  // expect: type-uncommitted
                   MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Type_free(&pairs);
  MPI_Win_free(&win);
  MPI_Finalize();
}
