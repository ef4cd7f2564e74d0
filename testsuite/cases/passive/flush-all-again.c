/* Flushes of several windows in turn, most of which have nothing to complete. The one of the
 * get is missing; the put is complete at its origin only; and at last no window is locked. */
#include "case.h"

enum { WINDOWS = 3, TIMES = 5 };
static ALIGNED int memory[WINDOWS][4];

int main(void) {
  int got = 0, read = 0, value = 1;
  MPI_Win win[WINDOWS];
  begin();
  for (int i = 0; i < WINDOWS; i++) {
    MPI_Win_create(memory[i], sizeof memory[i], sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win[i]);
    errors_return(win[i]);
    MPI_Win_lock_all(0, win[i]);
  }
  for (int k = 0; k < TIMES; k++)
    for (int i = 0; i < WINDOWS; i++) {
      MPI_Win_flush_local_all(win[i]);
      MPI_Win_flush_all(win[i]);
    }
  if (rank == 0) {
    MPI_Get(&got, 1, MPI_INT, 1, 1, 1, MPI_INT, win[1]);
    MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win[2]); /* expect: rma-local-race */
  }
  for (int i = 0; i < WINDOWS; i++) {
    if (i != 1)
      MPI_Win_flush_local_all(win[i]);
    MPI_Win_flush_local_all(win[2]);
  }
  LOAD(read, got); /* expect: buffer-race */
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    LOAD(read, memory[2][2]);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < WINDOWS; i++)
    MPI_Win_unlock_all(win[i]);
  if (rank == 0)
    MPI_Win_flush_all(win[0]); /* expect: flush-without-lock */
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < WINDOWS; i++)
    MPI_Win_free(&win[i]);
  MPI_Finalize();
}
