/* Guards a counter by a mutex made of Compare_and_swap inside a lock-all epoch. */
#include "case.h"

#define TIMES 20
enum { MUTEX, COUNTER };

static void acquire(MPI_Win win) {
  int taken = 1, free_ = 0, was;
  do {
    MPI_Compare_and_swap(&taken, &free_, &was, MPI_INT, 0, MUTEX, win);
    MPI_Win_flush(0, win);
  } while (was != free_);
}

static void release(MPI_Win win) {
  int free_ = 0, was;
  MPI_Fetch_and_op(&free_, &was, MPI_INT, 0, MUTEX, MPI_REPLACE, win);
  MPI_Win_flush(0, win);
}

int main(void) {
  ALIGNED int memory[2] = {0, 0}, value = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < TIMES; i++) {
    acquire(win);
    MPI_Get(&value, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    value++;
    MPI_Put(&value, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    release(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&value, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  if (rank == 0)
    printf("counted %d\n", value);
  MPI_Win_free(&win);
  MPI_Finalize();
}
