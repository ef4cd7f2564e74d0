/* Two processes of a session put to the same place of a third, in epochs that nothing orders. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  int *memory, value = 7;
  MPI_Win win;
  session_begin();
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-race */
  if (rank == 1)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* site: rma-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  session_end();
}
