/* A reduction by puts and a counter: the counter goes up before the put is flushed. */
/* case: ranks=4 */
#include "reduction.h"

enum { COUNTER = SLOTS, WORDS = SLOTS + 4 };

static ALIGNED int word[TOPOLOGIES][WORDS];

static void await(int place, int count, MPI_Win win) {
  int done = 0;
  while (done < count) {
    MPI_Fetch_and_op(NULL, &done, MPI_INT, rank, place, MPI_NO_OP, win);
    MPI_Win_flush(rank, win);
  }
}

static int reduce(struct place p, int kind, MPI_Win win) {
  int total = rank + 1, one = 1, part, first = kind * WORDS;
  await(first + COUNTER, p.count, win);
  for (int i = 0; i < p.count; i++) {
    MPI_Get(&part, 1, MPI_INT, rank, first + i, 1, // expect: rma-race // site: rma-race
            MPI_INT, win);
    MPI_Win_flush(rank, win);
    total += part;
  }
  if (p.successor >= 0) {
    int to = p.successor, place = first + p.slot;
    MPI_Put(&total, 1, MPI_INT, to, place, 1, MPI_INT, // expect: rma-race // site: rma-race
            win);
    MPI_Win_flush_local(to, win);
    MPI_Accumulate(&one, 1, MPI_INT, to, first + COUNTER, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(to, win);
  }
  return total;
}

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create(word, sizeof word, sizeof **word, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
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
