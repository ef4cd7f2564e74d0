/* The origin buffers of puts in a loop are parts of one piece of memory, of which a page is
 * unmapped before the puts are complete. */
/* case: levels=compiled,mpi,pages */
#include "case.h"
#include <sys/mman.h>

#define PAGE 4096
#define PAGES 4

int main(void) {
  int *memory;
  MPI_Win win;
  begin();
  char *origin =
      mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Win_allocate(PAGES * PAGE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; rank == 0 && i < PAGES; i++)
    MPI_Put(origin + i * PAGE, PAGE, MPI_BYTE, 1, /* site: buffer-freed */
            i * PAGE, PAGE, MPI_BYTE, win);
  munmap(origin + 2 * PAGE, PAGE); /* expect: buffer-freed */
  mmap(origin + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
       -1, 0); /* it may be read only now */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
