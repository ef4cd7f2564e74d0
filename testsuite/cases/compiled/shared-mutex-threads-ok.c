/* case: levels=compiled,pages */
#include "shared-mutex-threads.h"

int main(void) {
  setup();
  both_work();
  take();
  MPI_Win_sync(win);
  if (!rank) {
    box->value = 1;
    APART;
  } else {
    box->value = 2;
  }
  MPI_Win_sync(win);
  leave();
  teardown();
}
