/* MPI_Win_create on memory that begins where memory without rights ends, as malloc keeps it for
 * the arena of a thread. */
/* case: levels=pages */
#include "case.h"
#include <stdint.h>
#include <sys/mman.h>

#define ARENA ((uintptr_t)64 << 20)

int main(void) {
  int v = 1;
  MPI_Win win;
  begin();
  char *around =
      mmap(NULL, 3 * ARENA, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  int *memory = (int *)(((uintptr_t)around + 2 * ARENA) / ARENA * ARENA);
  mprotect(memory, 65536, PROT_READ | PROT_WRITE);
  MPI_Win_create(memory, 65536, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    STORE(memory[4], memory[4] + 7);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  munmap(around, 3 * ARENA);
  MPI_Finalize();
}
