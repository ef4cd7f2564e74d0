/* A sum follows a store of bytes by the same process to the same place, without a flush. ARMCI of NWChem. */
#include "case.h"

int main(void) {
  double *place, zero = 0, one = 1;
  MPI_Win window;
  begin();
  MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &place, &window);
  MPI_Win_lock_all(0, window);
  if (rank == 1) {
    MPI_Accumulate(&zero, 8, MPI_BYTE, 0, 0, 8, MPI_BYTE, MPI_REPLACE, window); /* site: accumulate-race */
    MPI_Win_flush_local(0, window);
    MPI_Accumulate(&one, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, window); /* expect: accumulate-race */
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
