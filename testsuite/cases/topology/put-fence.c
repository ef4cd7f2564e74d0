/* A reduction by puts in fence epochs, one for each time step: slots are read in the epoch of
 * the puts. */
/* case: ranks=4 */
#include "reduction.h"

static ALIGNED int slot[SLOTS];

static int gather(struct place p) {
  int total = rank + 1, part;
  for (int i = 0; i < p.count; i++) {
    LOAD(part, slot[i]); /* site: rma-local-race */
    total += part;
  }
  return total;
}

static int reduce(const struct topology *t, struct place p, MPI_Win win) {
  int total = rank + 1;
  MPI_Win_fence(0, win);
  for (int step = 0; step < t->steps; step++) {
    if (t->step(t, rank) == step) {
      total = gather(p);
      MPI_Put(&total, 1, MPI_INT, p.successor, p.slot, 1, MPI_INT, // expect: rma-local-race
              win);
    }
    if (p.successor < 0)
      gather(p);
    MPI_Win_fence(0, win);
  }
  return p.successor < 0 ? gather(p) : total;
}

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create(slot, sizeof slot, sizeof *slot, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int kind = 0; kind < TOPOLOGIES; kind++) {
    struct topology t = topology_of(kind, size);
    struct place p = place_of(&t, rank);
    check_total(p, reduce(&t, p, win));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
