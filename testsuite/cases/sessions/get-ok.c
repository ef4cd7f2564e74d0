/* In a session: operations on windows, each complete before
 * its buffers are used again, by a flush, a request, a fence and MPI_Win_complete. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  int got = 0, *memory;
  MPI_Win win;
  MPI_Request request;
  MPI_Group all;
  session_begin();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[0] = 7;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(comm);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(1 - rank, win);
  MPI_Bcast(&got, 1, MPI_INT, 0, comm);
  MPI_Rget(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Bcast(&got, 1, MPI_INT, 0, comm);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
  MPI_Bcast(&got, 1, MPI_INT, 0, comm);
  MPI_Win_fence(0, win);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Bcast(&got, 1, MPI_INT, 0, comm);
  MPI_Comm_group(comm, &all);
  MPI_Win_post(all, 0, win);
  MPI_Win_start(all, 0, win);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Bcast(&got, 1, MPI_INT, 0, comm);
  MPI_Win_wait(win);
  MPI_Group_free(&all);
  if (!rank)
    printf("%d\n", got);
  MPI_Win_free(&win);
  session_end();
}
