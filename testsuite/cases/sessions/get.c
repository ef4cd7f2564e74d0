/* In a session: a buffer that a get still writes is received into. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  int got = 0, *memory;
  MPI_Win win;
  session_begin();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[0] = 7 + rank;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(comm);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win); /* site: buffer-race */
  MPI_Bcast(&got, 1, MPI_INT, 0, comm);                    /* expect: buffer-race */
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_free(&win);
  session_end();
}
