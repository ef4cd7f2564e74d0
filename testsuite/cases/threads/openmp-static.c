/* A runtime of OpenMP that is linked statically, so that none of its calls is seen, orders the threads. */
/* case: levels=compiled cflags="-fopenmp -Wl,--whole-archive,-Bstatic,-lgomp,--no-whole-archive,-Bdynamic,--as-needed" */
#include "case.h"
#include <omp.h>

enum { COUNT = 300 };
static int buffer[COUNT], window[COUNT];

int main(void) {
  MPI_Win win;
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(window, sizeof window, sizeof *window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(3)
  for (int turn = 0; turn < 3; turn++) {
#pragma omp for schedule(dynamic, 16)
    for (int i = 0; i < COUNT; i++)
      buffer[i] += i;
#pragma omp single
    {
      MPI_Put(buffer, COUNT, MPI_INT, !rank, 0, COUNT, MPI_INT, win);
      MPI_Win_flush(!rank, win);
    }
#pragma omp critical
    buffer[0]++;
#pragma omp barrier
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
