/* A process waits for one flag after the other, which are set by then. The compiler makes a
 * look of its own of the first one, apart from the loop. */
/* case: ranks=3 levels=compiled,pages cflags=-O1 */
#include "case.h"

struct part {
  int full, data[7];
};
#include "shared-flags.h"

static int sum(const struct part *all, MPI_Win win) {
  int s = 0;
  for (int r = 1; r < size; r++) {
    while (!all[r].full)
      MPI_Win_sync(win);
    MPI_Win_sync(win);
    s += all[r].data[6];
  }
  return s;
}

int main(void) {
  flags(300000);
}
