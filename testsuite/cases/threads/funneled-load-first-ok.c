/* One thread loads what is there, and another one calls MPI_Win_fence, after which new values
 * come. A barrier makes it wait. */
/* case: cflags=-fopenmp levels=pages,compiled */
#include "case.h"
#include <omp.h>

int main(void) {
  int provided, *memory, value = 4, seen = 0;
  MPI_Win win;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1 && rank == 1)
      LOAD(seen, memory[3]);
#pragma omp barrier
#pragma omp master
    {
      MPI_Win_fence(0, win);
      if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
      MPI_Win_fence(0, win);
    }
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen == 77;
}
