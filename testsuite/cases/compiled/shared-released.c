/* A process stores once more after it has raised the flag: that is not released. */
/* case: levels=compiled */
#include "case.h"
#include <stdatomic.h>
#include <unistd.h>

struct shared {
  _Atomic int full;
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
    atomic_init(&s->full, 0);
    s->data = 0;
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    s->data = 1;
    usleep(50000); /* the other one waits */
    atomic_store_explicit(&s->full, 1, memory_order_release);
    s->data = 2; /* expect: shared-race */
  } else {
    int data;
    while (!atomic_load_explicit(&s->full, memory_order_acquire))
      ;
    data = *(volatile int *)&s->data; /* site: shared-race */
    (void)data;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
