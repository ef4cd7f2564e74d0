/* Elements in no order are loaded and stored again and again; in a second epoch they are only
 * loaded, but for one that is being put. */
/* case: levels=compiled,pages */
#include "case.h"

static int *memory;
static volatile int sum;

/* Takes elements in no order, each many times. */
static unsigned drawn(void) {
  static unsigned state = 1;
  state = state * 1664525u + 1013904223u;
  return state >> 16 & 63;
}

static void count(void) {
  for (int i = 0; i < 2000; i++)
    memory[drawn()]++;
}

static void load(unsigned left) {
  for (int i = 0; i < 2000; i++) {
    unsigned at = drawn();
    if (at != left)
      sum += memory[at];
  }
}

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 1) {
    count();
    load(64);
  }
  MPI_Win_fence(0, win);
  if (rank == 0) {
    int v = 1;
    MPI_Put(&v, 1, MPI_INT, 1, 37, 1, MPI_INT, win);
  } else {
    load(37);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
