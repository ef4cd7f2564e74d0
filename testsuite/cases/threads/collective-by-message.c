/* Two threads call a collective operation on one communicator. A message to another process and
 * back orders the second call after the first one. The process has a window, so all is told. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>

static void *second(void *unused) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  return unused;
}

int main(void) {
  int provided, value = 0;
  ALIGNED int memory[4];
  pthread_t thread;
  MPI_Win win;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    pthread_create(&thread, NULL, second, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
