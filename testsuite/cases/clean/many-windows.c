/* Creates, uses and frees a hundred windows, so that handles are used again. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, value;
  begin();
  for (int i = 1; i <= 100; i++) {
    MPI_Win win;
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    value = i;
    if (i % 2) {
      MPI_Win_fence(0, win);
      MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
      MPI_Win_fence(0, win);
    } else {
      MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
      MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
      MPI_Win_unlock(1 - rank, win);
    }
    MPI_Win_free(&win);
  }
  if (rank == 0)
    printf("%d\n", memory);
  MPI_Finalize();
}
