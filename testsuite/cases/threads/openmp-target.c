/* A target region loads what a task gets: nothing orders the two. */
/* case: levels=compiled cflags=-fopenmp */
#include "case.h"
#include <omp.h>
#include <unistd.h>

static ALIGNED int buffer[4];
static MPI_Win win;

static void get(void) {
  MPI_Get(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win); /* site: buffer-race */
  usleep(400000);
  MPI_Win_flush(1, win);
}

static void look(void) {
  int seen;
  LOAD(seen, buffer[1]); /* expect: buffer-race */
  (void)seen;
}

int main(void) {
  int provided, made = 0, *memory;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof buffer, sizeof *buffer, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
      get();
      usleep(200000);
#pragma omp target
      look();
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  (void)made;
}
