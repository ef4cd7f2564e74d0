/* A look is told before what comes after it and before the next MPI_Win_sync. */
/* case: levels=compiled,pages */
#include "shared-look-back.h"

int main(void) {
  setup();
  if (!rank) {
    for (int i = 0; i < 8; i++)
      box->data[i] = i;
    MPI_Win_sync(win);
    atomic_store_explicit(&box->full, 1, memory_order_release);
  } else {
    while (!atomic_load_explicit(&box->full, memory_order_acquire))
      ;
    MPI_Win_sync(win);
    for (int i = 0; i < 8; i++)
      sum += box->data[i];
    MPI_Win_sync(win);
    atomic_store_explicit(&box->full, 0, memory_order_release);
    printf("%d\n", sum);
  }
  teardown();
}
