/* MPI_Win_free frees the memory of MPI_Win_allocate_shared; MPI_Free_mem that of MPI_Alloc_mem.
 */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  MPI_Win win;
  char *memory, *other;
  begin();
  MPI_Alloc_mem(1000, MPI_INFO_NULL, &other);
  MPI_Win_allocate_shared(1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[999] = other[999] = 1;
  MPI_Free_mem(other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
