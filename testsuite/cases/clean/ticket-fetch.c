/* Draws tickets by Fetch_and_op and sums them by Accumulate with the same operation. */
#include "case.h"

int main(void) {
  ALIGNED int memory[2] = {0, 0};
  int one = 1, ticket, total[2];
  MPI_Info info;
  MPI_Win win;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ops", "same_op");
  MPI_Info_set(info, "accumulate_ordering", "none");
  MPI_Win_create(memory, sizeof memory, sizeof *memory, info, MPI_COMM_WORLD, &win);
  MPI_Info_free(&info);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  for (int i = 0; i < 10; i++) {
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&ticket, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush_local(0, win);
  }
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(total, 2, MPI_INT, 0, 0, 2, MPI_INT, win);
  MPI_Win_unlock(0, win);
  if (rank == 0)
    printf("%d tickets, sum %d\n", total[0], total[1]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
