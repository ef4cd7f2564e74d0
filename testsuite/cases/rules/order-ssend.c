/* A store, then a receive; a put after the send, which need not wait for the receive. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  int token = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
  } else {
    STORE(memory[0], 2); /* site: rma-local-race */
    MPI_Win_sync(win);
    MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
