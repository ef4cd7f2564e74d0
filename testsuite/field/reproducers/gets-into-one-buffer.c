/* Several operations of one epoch write into the same buffer. manyget of MPICH's tests. */
#include "case.h"

int main(void) {
  int *place, into;
  MPI_Win window;
  begin();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &place, &window);
  MPI_Win_fence(0, window);
  if (rank == 1)
    for (int i = 0; i < 10; i++)
      MPI_Get(&into, 1, MPI_INT, 0, 0, 1, MPI_INT, window); /* expect: buffer-race */
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
