/* The target copies out of the window after the epoch of the put. */
/* case: levels=compiled,pages */
#include "case.h"

static char *memory;
static char out[64];

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    int v[6] = {1, 2, 3, 4, 5, 6};
    MPI_Put(v, 6, MPI_INT, 1, 40, 6, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  if (rank == 1) {
    memcpy(out, memory, 40);
    memcpy(out, memory + 24, 24);
    if (memcmp(out, memory, 40) > 0)
      puts("greater");
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
