/* Two ranks poll flags of their own: data, a flush, the flag; and the answer the same way. */
/* case: levels=compiled,pages exit=0 */
#include "case.h"
#include "hidden.h"

#define ROUNDS 3

static ALIGNED int *memory; /* flag, data */

static void tell(int number, int other, MPI_Win win) {
  int data = 42 + number;
  hidden_wait(); /* the other one has looked some times */
  MPI_Put(&data, 1, MPI_INT, other, 1, 1, MPI_INT, win);
  MPI_Win_flush(other, win);
  MPI_Put(&number, 1, MPI_INT, other, 0, 1, MPI_INT, win); /* expect: polled-location */
  MPI_Win_flush(other, win);
}

static void hear(int number, MPI_Win win) {
  int seen;
  for (int i = 0; *(volatile int *)memory != number; i++) { /* site: polled-location */
    MPI_Iprobe(MPI_ANY_SOURCE, 32767, MPI_COMM_WORLD, &seen, MPI_STATUS_IGNORE);
    if (i == 3)
      hidden_signal();
  }
  MPI_Win_sync(win);
  printf("%d\n", memory[1]);
}

int main(void) {
  MPI_Win win;
  begin();
  hidden_begin();
  MPI_Win_allocate(32 + 16 * rank, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[0] = memory[1] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 1; i <= ROUNDS; i++) {
    if (rank == 0)
      tell(i, 1, win);
    hear(i, win);
    if (rank == 1)
      tell(i, 0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
