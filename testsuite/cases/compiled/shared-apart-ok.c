/* Processes take turns by a lock of their own, and access another window in between. */
/* case: ranks=3 levels=compiled,pages */
#include "shared-apart.h"

int main(void) {
  setup_apart();
  for (int i = 0; i < 20; i++) {
    take();
    (*first)++;
    (*last)++;
    leave();
    sched_yield();
  }
  MPI_Win_sync(guarded);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(guarded);
  if (!rank)
    printf("%d %d\n", *first, *last);
  teardown_apart();
}
