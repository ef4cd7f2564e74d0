/* The same loop sees the location change: the other process waits until the loop is about to
 * begin, and then some more. The
 * probe, for what nobody sends, lets the library serve the put meanwhile. */
/* case: levels=compiled exit=0 */
#include "case.h"
#include "hidden.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, seen = 0, flag;
  MPI_Win win;
  begin();
  hidden_begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    hidden_wait();
    usleep(20000);
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: polled-location */
    MPI_Win_flush(1, win);
  } else {
    hidden_signal();
    for (int i = 0; i < 1000000000 && !seen; i++) {
      MPI_Iprobe(MPI_ANY_SOURCE, 32767, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      MPI_Win_sync(win);
      LOAD(seen, memory[0]); /* site: polled-location */
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
