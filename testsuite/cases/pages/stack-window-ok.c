/* Windows on the stack, small and large, and on variables of a thread, stay as they are. */
/* case: levels=mpi,pages */
#include "show.h"

static _Thread_local int own[100];

static int use(int *memory, int n) {
  int v = 10 + rank, got;
  MPI_Win win;
  MPI_Win_create(memory, n * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&v, 1, MPI_INT, 1 - rank, n - 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  got = memory[n - 1] + memory[0];
  MPI_Win_free(&win);
  return got;
}

int main(void) {
  int small[2] = {1, 0}, large[20000] = {1};
  begin();
  own[0] = 1;
  int sum = use(small, 2) + use(large, 20000);
  show(sum, use(own, 100));
  MPI_Finalize();
}
