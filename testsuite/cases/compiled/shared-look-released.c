/* A process looks at data once, and then says so by an atomic operation: MPI_Win_sync after
 * that does not make the look a later one. */
/* case: levels=compiled */
#include "case.h"
#include <stdatomic.h>

struct shared {
  _Atomic int arrived;
  int data;
};

int main(void) {
  struct shared *own, *s;
  MPI_Aint bytes;
  MPI_Win win;
  int unit;
  begin();
  MPI_Win_allocate_shared(rank ? 0 : sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &s);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    atomic_init(&s->arrived, 0);
    s->data = 5;
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    int data = *(volatile int *)&s->data;
    (void)data;
  }
  atomic_fetch_add(&s->arrived, 1);
  while (atomic_load(&s->arrived) < 2)
    ;
  MPI_Win_sync(win);
  if (rank == 0)
    s->data = 6;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
