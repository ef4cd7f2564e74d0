/* The lock was given up before the last store. */
/* case: levels=compiled,pages */
#include "shared-lock.h"

int main(void) {
  setup();
  take();
  box->other++;
  leave();
  MPI_Win_sync(win);
  if (!rank) {
    box->value = 1; /* expect: shared-race */
    APART;
  } else {
    box->value = 2; /* site: shared-race */
  }
  teardown();
}
