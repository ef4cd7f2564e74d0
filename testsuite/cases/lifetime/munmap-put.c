/* The origin buffer of a put is unmapped before the put is complete. */
/* case: levels=compiled,mpi,pages */
#include "case.h"
#include <sys/mman.h>

int main(void) {
  int *memory;
  MPI_Win win;
  begin();
  int *origin = mmap(NULL, 20000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Win_allocate(100, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(origin + 1500, 3, MPI_INT, 1, 2, 3, MPI_INT, win); /* site: buffer-freed */
  munmap(origin, 20000); /* expect: buffer-freed */
  mmap(origin, 20000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); /* it may be read only now */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
