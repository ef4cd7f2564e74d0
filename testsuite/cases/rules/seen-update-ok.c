/* What an accumulate has written is visible once its target has read it by another one: then
 * the target may store there, whether the origin has flushed it or not. */
#include "case.h"

#define TIMES 5

int main(void) {
  int *memory;
  MPI_Win win;
  int none = -1, one = 1, value = -1, flag;
  begin();
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  STORE(memory[0], none);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < TIMES; i++)
    if (rank == 0) {
      MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
      MPI_Win_flush(1, win);
      MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      for (value = none; value == none;) {
        MPI_Fetch_and_op(NULL, &value, MPI_INT, 1, 0, MPI_NO_OP, win);
        MPI_Win_flush(1, win);
        MPI_Iprobe(MPI_ANY_SOURCE, 32767, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      }
      STORE(memory[0], none);
      MPI_Win_sync(win);
      MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
