/* Accumulates with a predefined operation. */
#include "case.h"

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *count; i++)
    ((int *)inout)[i] += ((int *)in)[i];
}

int main(void) {
  ALIGNED int memory[3] = {0}, one = 1, old[2];
  MPI_Op op;
  MPI_Win win;
  begin();
  MPI_Op_create(add, 1, &op);
  MPI_Op_free(&op);
  op = MPI_SUM;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, op, win);
    MPI_Get_accumulate(&one, 1, MPI_INT, &old[0], 1, MPI_INT, 1, 1, 1, MPI_INT, op, win);
    MPI_Fetch_and_op(&one, &old[1], MPI_INT, 1, 2, op, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
