/* The target clears, then fills a part of its window, by calls that no compiler turns into
 * stores, beside puts to the same bytes: the lines are the program's. */
/* case: levels=compiled,pages cflags=-fno-optimize-sibling-calls */
#include "case.h"

static char *memory;
static char source[64];
static volatile size_t some = 4;

__attribute__((noinline)) static void clear(char *to) {
  memset(to, 0, some); /* site: rma-local-race */
}

__attribute__((noinline)) static void fill(char *to) {
  memcpy(to, source, some); /* site: rma-local-race */
}

int main(void) {
  int v = 1;
  MPI_Win win;
  begin();
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 40, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    clear(memory + 40);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 540, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    fill(memory + 540);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
