/* A reduction by accumulates under locks: the message leaves after the unlock. */
/* case: ranks=4 */
#include "reduction.h"

static ALIGNED int sum[TOPOLOGIES][4];

static int reduce(struct place p, int kind, MPI_Win win) {
  int total;
  for (int i = 0; i < p.count; i++)
    MPI_Recv(NULL, 0, MPI_INT, p.predecessor[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  LOAD(total, sum[kind][0]);
  MPI_Win_unlock(rank, win);
  total += rank + 1;
  if (p.successor >= 0) {
    int place = 4 * kind;
    MPI_Win_lock(MPI_LOCK_SHARED, p.successor, 0, win);
    MPI_Accumulate(&total, 1, MPI_INT, p.successor, place, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(p.successor, win);
    MPI_Send(NULL, 0, MPI_INT, p.successor, 0, MPI_COMM_WORLD);
  }
  return total;
}

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create(sum, sizeof sum, sizeof **sum, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int kind = 0; kind < TOPOLOGIES; kind++) {
    struct topology t = topology_of(kind, size);
    struct place p = place_of(&t, rank);
    check_total(p, reduce(p, kind, win));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
