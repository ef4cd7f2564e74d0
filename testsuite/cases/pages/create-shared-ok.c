/* MPI_Win_create on shared pages of mmap. */
/* case: levels=mpi,pages */
#include "show.h"
#include <sys/mman.h>

int main(void) {
  int v = 1;
  MPI_Win win;
  begin();
  int *memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  memory[2000] = 3;
  MPI_Win_create(memory, 8192, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    STORE(memory[4], memory[4] + 7);
  MPI_Win_fence(0, win);
  int got = memory[4];
  MPI_Win_free(&win);
  int sum = memory[2000];
  munmap(memory, 8192);
  show(got, sum);
  MPI_Finalize();
}
