/* A process waits for one flag after the other, by plain loads. */
/* case: ranks=4 levels=compiled,pages */
#include "case.h"

struct part {
  volatile int full;
  int data[7];
};
#include "shared-flags.h"

static int sum(const struct part *all, MPI_Win win) {
  int s = 0;
  for (int r = 1; r < size; r++)
    do
      MPI_Win_sync(win);
    while (!all[r].full);
  MPI_Win_sync(win);
  for (int r = 1; r < size; r++)
    s += all[r].data[6];
  return s;
}

int main(void) {
  flags(0);
}
