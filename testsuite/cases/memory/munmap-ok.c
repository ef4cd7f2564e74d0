/* Memory of windows is unmapped, moved and mapped anew when they are gone; their neighbours
 * while they live. */
/* case: levels=compiled,mpi,pages */
#define _GNU_SOURCE
#include "case.h"
#include <sys/mman.h>

enum { SIZE = 1 << 16, WINDOWS = 3 };

static char *map(char *at, int size, int how) {
  return mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | how, -1, 0);
}

int main(void) {
  MPI_Win win[WINDOWS];
  char *memory[WINDOWS];
  begin();
  for (int i = 0; i < WINDOWS; i++) {
    memory[i] = map(NULL, 3 * SIZE, 0);
    MPI_Win_create(memory[i] + SIZE, SIZE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win[i]);
  }
  munmap(memory[0], SIZE);
  map(memory[0] + 2 * SIZE, SIZE, MAP_FIXED)[0] = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < WINDOWS; i++)
    MPI_Win_free(&win[i]);
  munmap(memory[0] + SIZE, 2 * SIZE);
  map(memory[1], 3 * SIZE, MAP_FIXED)[SIZE] = 1;
  memory[2] = mremap(memory[2], 3 * SIZE, SIZE, 0);
  munmap(memory[1], 3 * SIZE);
  munmap(memory[2], SIZE);
  MPI_Finalize();
}
