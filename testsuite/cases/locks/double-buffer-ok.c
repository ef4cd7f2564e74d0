/* Two buffers handed over by flags: each is filled again when it was emptied. */
#include "hidden.h"
#include "locks.h"

enum { ROUNDS = 3, FULL = TAKEN, EMPTY = SERVING };

static void await(int value, int place, MPI_Win win) {
  while (atomic_read(rank, place, win) < value)
    ;
}

int main(void) {
  ALIGNED int memory[WORDS], v, seen;
  MPI_Win win;
  begin();
  lock_memory(memory);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int round = 1; round <= ROUNDS; round++) {
    int place = DATA + round % 2;
    if (rank == 0) {
      await(round - 2, EMPTY, win);
      v = round;
      MPI_Put(&v, 1, MPI_INT, 1, place, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
      atomic_write(round, 1, FULL, win);
    } else {
      await(round, FULL, win);
      MPI_Get(&seen, 1, MPI_INT, 1, place, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
      atomic_write(round, 0, EMPTY, win);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
