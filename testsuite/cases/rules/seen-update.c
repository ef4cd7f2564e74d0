/* The target has read what a second accumulate has written elsewhere, and takes the first one
 * for complete, which was not flushed. */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Win w;
  int one = 1, value = 0, flag;
  begin();
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &w);
  MPI_Win_lock_all(0, w);
  STORE(memory[0], 0);
  STORE(memory[1], 0);
  MPI_Win_sync(w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, w); /* expect: rma-local-race */
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, w);
    MPI_Win_flush(1, w);
  } else {
    while (!value) {
      MPI_Fetch_and_op(NULL, &value, MPI_INT, 1, 0, MPI_NO_OP, w);
      MPI_Win_flush(1, w);
      MPI_Iprobe(MPI_ANY_SOURCE, 32767, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
    STORE(memory[1], 2); /* site: rma-local-race */
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
}
