/* A scalar on the stack is changed while a put may still read it: with a flush, an unlock and a
 * fence to complete it. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  volatile int a = 1;
  volatile short b = 2;
  volatile double c = 3;
  char *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put((void *)&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* site: buffer-race */
    a = 4; /* expect: buffer-race */
    MPI_Win_flush(1, win);
    MPI_Put((void *)&b, 1, MPI_SHORT, 1, 8, 1, MPI_SHORT, win); /* site: buffer-race */
    b++; /* expect: buffer-race */
    MPI_Win_unlock(1, win);
  }
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put((void *)&c, 1, MPI_DOUBLE, 1, 16, 1, MPI_DOUBLE, win); /* site: buffer-race */
    c = 5; /* expect: buffer-race */
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
