/* A reduction by puts into one slot of the successor for all. */
/* case: ranks=4 */
#include "reduction.h"

static ALIGNED int slot[SLOTS];

static int reduce(struct place p, MPI_Win win) {
  MPI_Group before = group_of(p.count, p.predecessor);
  int total = rank + 1;
  if (p.count > 0) {
    MPI_Win_post(before, 0, win);
    MPI_Win_wait(win);
  }
  for (int i = 0; i < p.count; i++)
    total += slot[i];
  if (p.successor >= 0) {
    MPI_Group after = only(p.successor);
    MPI_Win_start(after, 0, win);
    MPI_Put(&total, 1, MPI_INT, p.successor, 0, 1, // expect: rma-race // site: rma-race
            MPI_INT, win);
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
