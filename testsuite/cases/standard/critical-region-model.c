/* A critical region entered by MPI_Compare_and_swap on a variable that its owner set to 0. */
/* case: ranks=3 options="--memory-model=separate" */
#include "case.h"

enum { LOCK, COUNT };

static int swap(int from, int to, MPI_Win win) {
  int old;
  MPI_Compare_and_swap(&to, &from, &old, MPI_INT, 0, LOCK, win);
  MPI_Win_flush(0, win);
  return old;
}

int main(void) {
  ALIGNED int memory[4] = {0}, v;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    STORE(memory[LOCK], 0);
    MPI_Win_sync(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  while (swap(0, 1, win) != 0)
    ;
  MPI_Get(&v, 1, MPI_INT, 0, COUNT, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  v++;
  MPI_Put(&v, 1, MPI_INT, 0, COUNT, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  swap(1, 0, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    LOAD(v, memory[COUNT]);
    MPI_Win_unlock(0, win);
    printf("%d\n", v);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
