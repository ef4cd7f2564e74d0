/* A reduction by puts into slots of the successor, which it reads after MPI_Win_wait. */
/* case: ranks=4 */
#include "reduction.h"

static ALIGNED int slot[SLOTS];

static int gather(struct place p) {
  int total = rank + 1, part;
  for (int i = 0; i < p.count; i++) {
    LOAD(part, slot[i]);
    total += part;
  }
  return total;
}

static int reduce(struct place p, MPI_Win win) {
  MPI_Group before = group_of(p.count, p.predecessor);
  int total;
  if (p.count > 0) {
    MPI_Win_post(before, 0, win);
    MPI_Win_wait(win);
  }
  total = gather(p);
  if (p.successor >= 0) {
    MPI_Group after = only(p.successor);
    MPI_Win_start(after, 0, win);
    MPI_Put(&total, 1, MPI_INT, p.successor, p.slot, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Group_free(&after);
  }
  MPI_Group_free(&before);
  return total;
}

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create(slot, sizeof slot, sizeof *slot, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int kind = 0; kind < TOPOLOGIES; kind++) {
    struct topology t = topology_of(kind, size);
    struct place p = place_of(&t, rank);
    check_total(p, reduce(p, win));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
