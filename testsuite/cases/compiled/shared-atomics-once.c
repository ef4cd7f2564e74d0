/* The same as shared-atomics, but the flag is set when it is looked at for the first time. */
/* case: levels=compiled,pages */
#include "case.h"
#include <stdatomic.h>
#include <unistd.h>

struct mailbox {
  _Atomic int full;
  int data[8];
};

int main(void) {
  struct mailbox *own, *box;
  MPI_Aint bytes;
  MPI_Win win;
  int unit;
  begin();
  MPI_Win_allocate_shared(sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_lock_all(0, win);
  atomic_init(&own->full, 0);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &box);
  if (rank == 1) {
    for (int i = 0; i < 8; i++)
      box->data[i] = i;
    atomic_store(&box->full, 1);
  } else {
    int sum = 0;
    do
      usleep(300000);
    while (!atomic_load(&own->full));
    for (int i = 0; i < 8; i++)
      sum += own->data[i];
    printf("%d\n", sum);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
