/* Processes take turns by a lock of their own in shared memory. */
/* case: levels=compiled,pages */
#include "shared-lock.h"

int main(void) {
  setup();
  for (int i = 0; i < 20; i++) {
    take();
    box->value++;
    leave();
    sched_yield();
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (!rank)
    printf("%d\n", box->value);
  teardown();
}
