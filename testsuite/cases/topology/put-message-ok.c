/* A reduction by puts, flushes and messages. */
/* case: ranks=4 */
#include "reduction.h"

static ALIGNED int slot[TOPOLOGIES][SLOTS];

static int reduce(struct place p, int kind, MPI_Win win) {
  int total = rank + 1, part;
  for (int i = 0; i < p.count; i++)
    MPI_Recv(NULL, 0, MPI_INT, p.predecessor[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_sync(win);
  for (int i = 0; i < p.count; i++) {
    LOAD(part, slot[kind][i]);
    total += part;
  }
  if (p.successor >= 0) {
    int place = kind * SLOTS + p.slot;
    MPI_Put(&total, 1, MPI_INT, p.successor, place, 1, MPI_INT, win);
    MPI_Win_flush(p.successor, win);
    MPI_Send(NULL, 0, MPI_INT, p.successor, 0, MPI_COMM_WORLD);
  }
  return total;
}

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create(slot, sizeof slot, sizeof **slot, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
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
