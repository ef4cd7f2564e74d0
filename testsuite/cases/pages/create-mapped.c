/* MPI_Win_create on private pages of mmap, most of which were never touched.
 * The owner stores where another rank puts. */
/* case: levels=pages */
#include "case.h"
#include <sys/mman.h>

int main(void) {
  int v = 1;
  MPI_Win win;
  begin();
  size_t bytes = (size_t)1 << 26;
  int *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memory[bytes / 8] = 3;
  MPI_Win_create(memory, (MPI_Aint)bytes, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    STORE(memory[4], 7); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  munmap(memory, bytes);
  MPI_Finalize();
}
