/* Memory of windows is unmapped, moved and mapped anew while the windows live. */
/* case: levels=compiled,mpi,pages */
#define _GNU_SOURCE
#include "case.h"
#include <sys/mman.h>

#define RIGHTS (PROT_READ | PROT_WRITE)
#define KIND (MAP_PRIVATE | MAP_ANONYMOUS)

enum { SIZE = 1 << 16, WINDOWS = 3 };

int main(void) {
  MPI_Win win[WINDOWS];
  char *memory[WINDOWS];
  begin();
  for (int i = 0; i < WINDOWS; i++) {
    memory[i] = mmap(NULL, SIZE, RIGHTS, KIND, -1, 0);
    MPI_Win_create(memory[i], /* site: window-memory-freed */ SIZE, 1, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win[i]);
  }
  if (rank == 0) {
    munmap(memory[0], SIZE);                                /* expect: window-memory-freed */
    mmap(memory[1], SIZE, RIGHTS, KIND | MAP_FIXED, -1, 0); /* expect: window-memory-freed */
    memory[2] = mremap(memory[2], /* expect: window-memory-freed */ SIZE, SIZE / 2, 0);
  }
  for (int i = 0; i < WINDOWS; i++)
    MPI_Win_free(&win[i]);
  if (rank == 0) {
    munmap(memory[1], SIZE);
    munmap(memory[2], SIZE / 2);
  }
  MPI_Finalize();
}
