/* ... after the epoch of the put. */
/* case: levels=compiled,pages */
#include "case.h"

static short *memory;
static volatile int sum;

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    short v = 1;
    MPI_Put(&v, 1, MPI_SHORT, 1, 10, 1, MPI_SHORT, win);
  }
  MPI_Win_fence(0, win);
  if (rank == 1) {
    sum += memory[4];
    sum += memory[5];
    sum += memory[6];
    sum += memory[7];
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
