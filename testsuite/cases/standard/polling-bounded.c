/* A loop polls a location on the stack a few times at most, and finds at once what another
 * process has put there. It looks at its beginning at what it has loaded the time before. */
/* case: levels=compiled exit=0 */
#include "case.h"
#include "hidden.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, seen = 0;
  MPI_Win win;
  begin();
  hidden_begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: polled-location */
    MPI_Win_flush(1, win);
    hidden_signal();
  } else {
    hidden_wait();
    for (int i = 0; i < 3 && !seen; i++) {
      MPI_Win_sync(win);
      LOAD(seen, memory[0]); /* site: polled-location */
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
