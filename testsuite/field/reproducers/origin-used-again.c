/* The origin buffer gets its next value while the operation before may still read it: the same value
 * may be accumulated twice, and another one never. atomic_get of MPICH's tests. */
/* case: levels=pages,compiled */
#include "case.h"

int main(void) {
  int *place;
  static ALIGNED int next[4096];
  MPI_Win window;
  begin();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &place, &window);
  MPI_Win_fence(0, window);
  if (rank == 1) {
    STORE(next[0], 1);
    MPI_Accumulate(next, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, window); /* site: buffer-race */
    STORE(next[0], 2); /* expect: buffer-race */
  }
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
