/* Threads of both processes took the mutex in turn; the last stores are outside of it. */
/* case: levels=compiled,pages */
#include "shared-mutex-threads.h"

int main(void) {
  setup();
  both_work();
  MPI_Win_sync(win);
  if (!rank) {
    box->value = 1; /* expect: shared-race */
    APART;
  } else {
    box->value = 2; /* site: shared-race */
  }
  teardown();
}
