/* What a get is to bring into a scalar on the stack is read before it is complete. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  volatile long got = 0;
  long *memory, seen = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get((void *)&got, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win); /* site: buffer-race */
    seen = got; /* expect: buffer-race */
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  if (seen)
    puts("other");
  MPI_Win_free(&win);
  MPI_Finalize();
}
