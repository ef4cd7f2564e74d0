/* What MPI_Isendrecv receives is read when it is complete, and it orders a put before a load. */
/* case: needs=MPI_Isendrecv */
#include "case.h"

int main(void) {
  int mine = 1, other = 0, seen, *memory;
  MPI_Win win;
  MPI_Request request;
  begin();
  MPI_Win_allocate(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&mine, 1, MPI_INT, !rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(!rank, win);
  MPI_Isendrecv(&mine, 1, MPI_INT, !rank, 3, &other, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD,
                &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  LOAD(seen, other);
  MPI_Win_sync(win);
  LOAD(seen, memory[0]);
  MPI_Isendrecv_replace(&mine, 1, MPI_INT, !rank, 4, !rank, 4, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  STORE(mine, seen);
  printf("%d\n", mine);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
