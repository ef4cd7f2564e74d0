/* The lock was given up before the last store. */
/* case: levels=compiled,pages */
#include "shared-apart.h"

int main(void) {
  setup_apart();
  take();
  (*first)++;
  leave();
  MPI_Win_sync(guarded);
  if (!rank) {
    *last = 1; /* expect: shared-race */
    APART;
  } else {
    *last = 2; /* site: shared-race */
  }
  teardown_apart();
}
