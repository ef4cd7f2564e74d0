/* The program lets no file grow any more: what Fencepost writes and makes of memory does not
 * kill it, and is there. */
/* case: levels=pages mpi=mpich */
#include "case.h"
#include <sys/resource.h>

int main(void) {
  static long memory[1001];
  long value = 3;
  MPI_Win win;
  begin();
  setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, RLIM_INFINITY});
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank)
    MPI_Put(&value, 1, MPI_LONG, 0, 5, 1, MPI_LONG, win); /* expect: rma-local-race */
  else
    STORE(memory[5], 4); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
