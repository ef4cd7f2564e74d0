/* Each rank locks its own part of a window and then that of its neighbour, as the philosophers take
 * their forks. A file that only one of them can make keeps them apart in this run. */
/* case: ranks=4 */
#include "hidden.h"

static void turn_begin(void) {
  int flag, file;
  while ((file = open(hidden_path, O_CREAT | O_EXCL | O_WRONLY, 0600)) < 0) {
    MPI_Iprobe(MPI_ANY_SOURCE, 32767, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    usleep(100);
  }
  close(file);
}

int main(void) {
  int *base, value = 1, first, second;
  MPI_Win win;
  begin();
  hidden_begin();
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  first = rank;
  second = (rank + 1) % size;
  for (int i = 0; i < 3; i++) {
    turn_begin();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, first, 0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, second, 0, win); /* expect: lock-order */
    MPI_Accumulate(&value, 1, MPI_INT, first, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(second, win);
    MPI_Win_unlock(first, win);
    unlink(hidden_path);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
