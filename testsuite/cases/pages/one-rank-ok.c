/* With one process MPI's windows are in private memory, next to what malloc has given. */
/* case: ranks=1 levels=mpi,pages */
#include "show.h"

static int use(int n) {
  int *memory[3], v = 1, got = 0;
  MPI_Win win[3];
  char *text = malloc(100);
  memset(text, 'a', 100);
  MPI_Win_allocate(n, sizeof v, MPI_INFO_NULL, MPI_COMM_WORLD, &memory[0], &win[0]);
  MPI_Win_allocate(n, sizeof v, MPI_INFO_NULL, MPI_COMM_WORLD, &memory[1], &win[1]);
  MPI_Win_allocate_shared(n, sizeof v, MPI_INFO_NULL, MPI_COMM_WORLD, &memory[2], &win[2]);
  for (int i = 0; i < 3; i++) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win[i]);
    memory[i][5] = i;
    MPI_Win_unlock(0, win[i]);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win[i]);
    MPI_Put(&v, 1, MPI_INT, 0, 4, 1, MPI_INT, win[i]);
    MPI_Win_unlock(0, win[i]);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win[i]);
    got += 10 * memory[i][5] + memory[i][4] + text[i];
    MPI_Win_unlock(0, win[i]);
  }
  for (int i = 0; i < 3; i++)
    MPI_Win_free(&win[(i + 1) % 3]);
  got += text[99];
  free(text);
  return got;
}

int main(void) {
  begin();
  int small = 0, large = 0;
  for (int i = 0; i < 20; i++) {
    small += use(100 + 64 * i);
    large += use(300000 + i);
  }
  show(small, large);
  MPI_Finalize();
}
