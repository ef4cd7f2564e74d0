/* ... after the epoch of the put. */
/* case: levels=compiled,pages */
#include "case.h"

struct record {
  double a[3];
  int b[5];
};
static struct record *memory, model = {{1, 2, 3}, {4}};

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    int v = 1;
    MPI_Put(&v, 1, MPI_INT, 1, sizeof *memory + 40, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  if (rank == 1) {
    struct record *r = &memory[1];
    *r = model;
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
