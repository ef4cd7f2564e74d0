/* A spin lock and what it guards, in shared memory of rank 0. */
#include "case.h"
#include <sched.h>
#include <stdatomic.h>

static struct box {
  atomic_int locked;
  int value, other;
} * box;
static MPI_Win win;

static inline void take(void) {
  while (atomic_exchange(&box->locked, 1))
    sched_yield();
}

static inline void leave(void) {
  atomic_store(&box->locked, 0);
}

static inline void setup(void) {
  struct box *own;
  MPI_Aint bytes;
  int unit;
  begin();
  MPI_Win_allocate_shared(sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &box);
  MPI_Win_lock_all(0, win);
  if (!rank) {
    atomic_init(&box->locked, 0);
    box->value = box->other = 0;
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
}

static inline void teardown(void) {
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
