/* Memory of a window is filled with zeros by madvise; operations go on in it. */
/* case: levels=mpi,pages */
#define _GNU_SOURCE
#include "show.h"
#include <sys/mman.h>

enum { SIZE = 1 << 16 };

int main(void) {
  MPI_Win win;
  int value = 7, got = 0;
  begin();
  char *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Win_create(memory, SIZE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  memset(memory, 1, SIZE);
  MPI_Barrier(MPI_COMM_WORLD);
  madvise(memory + 4096, SIZE - 8192, MADV_DONTNEED);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 8192, 1, MPI_INT, win);
    MPI_Get(&got, 1, MPI_INT, 1, 4096, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  int ones = 0;
  for (int i = 0; i < SIZE; i++)
    ones += memory[i] == 1;
  show(ones, memory[8192] + 100 * got);
  MPI_Win_free(&win);
  munmap(memory, SIZE);
  MPI_Finalize();
}
