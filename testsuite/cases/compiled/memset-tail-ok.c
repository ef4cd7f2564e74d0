/* The same after the epoch. */
/* case: levels=compiled */
#include "case.h"

static char *memory;

__attribute__((noinline)) static void *clear(char *at) {
  return memset(at, 0, 16);
}

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    int v = 1;
    MPI_Put(&v, 1, MPI_INT, 1, 104, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  if (rank == 1) {
    clear(memory + 96);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
