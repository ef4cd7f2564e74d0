/* Processes take turns by a mutex in shared memory. */
/* case: levels=compiled,pages */
#include "shared-mutex.h"

int main(void) {
  setup();
  for (int i = 0; i < 20; i++) {
    take();
    box->value++;
    leave();
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (!rank)
    printf("%d\n", box->value);
  teardown();
}
