/* MPI_Init after a session has begun, and the session ends first: the world goes on. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  int *memory, value = 7;
  MPI_Win win;
  session_begin();
  begin();
  session_end();
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
