/* Whichever thread comes first exchanges data, and MPI was initialised without threads. HPCC. */
/* case: cflags=-fopenmp */
#include "case.h"

#include <omp.h>
#include <unistd.h>

int main(void) {
  int value[2] = {1, 2}, all[2] = {0, 0};
  begin();
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0)
      usleep(100000); /* so that the other one comes first */
#pragma omp single
    MPI_Alltoall(value, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD); /* expect: thread-level */
  }
  MPI_Finalize();
}
