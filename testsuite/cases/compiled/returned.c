/* A function returns what is being put. */
/* case: levels=compiled,pages */
#include "case.h"

static int *memory;

__attribute__((noinline)) static int element(const int *at, int i) {
  return at[i]; /* site: rma-local-race */
}

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    int v = 1;
    MPI_Put(&v, 1, MPI_INT, 1, 20, 1, MPI_INT, win); /* expect: rma-local-race */
  } else {
    if (element(memory, 5) + element(memory, 6) > 1)
      puts("more");
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
