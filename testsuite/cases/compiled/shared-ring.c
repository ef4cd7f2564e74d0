/* Two processes hand on data by a ring of flags: one loop looks at several of them. */
/* case: levels=compiled,pages */
#include "case.h"
#include <sched.h>
#include <stdatomic.h>

#define SLOTS 2
#define ITEMS 12

struct slot {
  _Atomic int full;
  int data[60];
};

static struct slot *ring;
static MPI_Win win;

static void wait_for(struct slot *slot, int full) {
  while (atomic_load_explicit(&slot->full, memory_order_acquire) != full)
    sched_yield();
  MPI_Win_sync(win);
}

static void hand_on(struct slot *slot, int full) {
  MPI_Win_sync(win);
  atomic_store_explicit(&slot->full, full, memory_order_release);
}

int main(void) {
  struct slot *own;
  MPI_Aint bytes;
  int unit, sum = 0;
  begin();
  MPI_Win_allocate_shared(SLOTS * sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 1, &bytes, &unit, &ring);
  MPI_Win_lock_all(0, win);
  memset(own, 0, SLOTS * sizeof *own);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int k = 0; k < ITEMS; k++) {
    struct slot *slot = &ring[k % SLOTS];
    wait_for(slot, rank);
    for (int i = 0; i < 60; i++)
      if (rank)
        sum += slot->data[i];
      else
        slot->data[i] = k + i;
    hand_on(slot, !rank);
  }
  if (rank)
    printf("%d\n", sum);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
