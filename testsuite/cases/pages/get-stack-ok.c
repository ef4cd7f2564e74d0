/* What a get is to bring into a scalar on the stack is read when it is complete. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  volatile long got = 0;
  long *memory, seen = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 20; i++)
    if (rank == 0) {
      MPI_Get((void *)&got, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
      MPI_Win_flush(1, win);
      seen += got;
      got = 0;
    }
  MPI_Win_unlock_all(win);
  printf("%ld\n", seen);
  MPI_Win_free(&win);
  MPI_Finalize();
}
