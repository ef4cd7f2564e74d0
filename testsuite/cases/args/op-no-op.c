/* Accumulates with MPI_NO_OP, which is for fetching calls only. */
#include "case.h"

int main(void) {
  ALIGNED int memory[2] = {0}, one = 1;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, // expect: accumulate-op-invalid
                   MPI_INT, MPI_NO_OP, win);
    MPI_Raccumulate(&one, 1, MPI_INT, 1, 1, 1, // expect: accumulate-op-invalid
                    MPI_INT, MPI_NO_OP, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
