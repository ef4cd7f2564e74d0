/* A sum and an atomic read, although accumulate_ops says same_op. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, old = 0;
  MPI_Info info;
  MPI_Win win;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ops", "same_op");
  MPI_Win_create(memory, sizeof memory, sizeof *memory, info, MPI_COMM_WORLD, &win);
  MPI_Info_free(&info);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win); // expect: accumulate-race
  else
    MPI_Fetch_and_op(NULL, &old, MPI_INT, 0, 0, MPI_NO_OP, win); /* site: accumulate-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
