/* One thread loads what is there, and another one calls MPI_Win_fence, after which new values
 * come. No barrier makes it wait; it only comes later. */
/* case: cflags=-fopenmp levels=pages,compiled */
#include "case.h"
#include <omp.h>
#include <unistd.h>

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
      LOAD(seen, memory[3]); /* site: rma-local-race */
    usleep(200000);
#pragma omp master
    {
      MPI_Win_fence(0, win);
      if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win); /* expect: rma-local-race */
      MPI_Win_fence(0, win);
    }
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen == 77;
}
