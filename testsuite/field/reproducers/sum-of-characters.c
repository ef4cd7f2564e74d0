/* MPI_CHAR stands for printing characters, which no arithmetic operation takes. Tests of MPICH. */
#include "case.h"

int main(void) {
  char *counter, one = 1, before;
  MPI_Win window;
  begin();
  MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
  MPI_Fetch_and_op(&one, &before, MPI_CHAR, rank, 0, MPI_SUM, window); /* expect: accumulate-type-invalid */
  MPI_Win_unlock(rank, window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
