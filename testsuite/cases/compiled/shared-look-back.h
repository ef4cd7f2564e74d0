/* A flag by which one process hands on data; the other one gives it back. */
#include "case.h"
#include <stdatomic.h>

static struct mailbox {
  _Atomic int full;
  int data[8];
} * box;
static MPI_Win win;
static int sum;

static inline void setup(void) {
  struct mailbox *own;
  MPI_Aint bytes;
  int unit;
  begin();
  MPI_Win_allocate_shared(sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 1, &bytes, &unit, &box);
  MPI_Win_lock_all(0, win);
  memset(own, 0, sizeof *own);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
}

static inline void teardown(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
