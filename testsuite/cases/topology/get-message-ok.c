/* A reduction by gets: a process tells its successor when it has stored its part. */
/* case: ranks=4 */
#include "reduction.h"

static ALIGNED int total[TOPOLOGIES][4];

static int reduce(struct place p, int kind, MPI_Win win) {
  int sum = rank + 1, part;
  for (int i = 0; i < p.count; i++) {
    int from = p.predecessor[i];
    MPI_Recv(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Get(&part, 1, MPI_INT, from, 4 * kind, 1, MPI_INT, win);
    MPI_Win_flush(from, win);
    sum += part;
  }
  if (p.successor >= 0) {
    STORE(total[kind][0], sum);
    MPI_Win_sync(win);
    MPI_Send(NULL, 0, MPI_INT, p.successor, 0, MPI_COMM_WORLD);
  }
  return sum;
}

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create(total, sizeof total, sizeof **total, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int kind = 0; kind < TOPOLOGIES; kind++) {
    struct topology t = topology_of(kind, size);
    struct place p = place_of(&t, rank);
    check_total(p, reduce(p, kind, win));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
