/* Two puts that nothing orders; the program ends early, but not before all have met. */
/* case: ranks=3 status=crashed */
#include "case.h"

int main(void) {
  MPI_Win win;
  int *memory, value;
  begin();
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_lock_all(0, win);
  value = rank;
  if (rank < 2) {
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win); /* expect: rma-race */
    MPI_Win_flush(2, win);
  }
  for (int i = 0; i < 100; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2)
    MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
