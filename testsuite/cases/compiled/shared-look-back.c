/* Data is loaded before the flag is looked at. */
/* case: levels=compiled */
#include "shared-look-back.h"

int main(void) {
  setup();
  if (!rank) {
    for (int i = 0; i < 8; i++)
      box->data[i] = i; /* expect: shared-race */
    MPI_Win_sync(win);
    atomic_store_explicit(&box->full, 1, memory_order_release);
  } else {
    for (int i = 0; i < 8; i++)
      sum += box->data[i]; /* site: shared-race */
    MPI_Win_sync(win);
    while (!atomic_load_explicit(&box->full, memory_order_acquire))
      ;
    MPI_Win_sync(win);
    atomic_store_explicit(&box->full, 0, memory_order_release);
  }
  teardown();
}
