/* A session beside MPI_Init: a window on a communicator of the session's processes, without its barrier. */
/* case: needs=MPI_Session_init */
#include "case.h"

int main(void) {
  int *memory, seen, value = 7;
  MPI_Win win;
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  begin();
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "window", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Group_free(&group);
  MPI_Win_allocate(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
    MPI_Win_flush(1, win);
  }
  if (rank == 1)
    LOAD(seen, memory[0]); /* site: rma-local-race */
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
  MPI_Finalize();
}
