/* A thread receives any message; another has probed for one, and may not get it any more. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static void *second(void *unused) {
  int value, tag = MPI_ANY_TAG;
  MPI_Status status;
  usleep(100000);
  MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &status); /* site: probe-split */
  return unused;
}

int main(void) {
  int provided, value = 3, flag = 0;
  pthread_t thread;
  MPI_Status status;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  } else if (rank == 1) {
    while (!flag)
      MPI_Iprobe(0, 5, MPI_COMM_WORLD, &flag, &status);
    pthread_create(&thread, NULL, second, NULL);
    usleep(400000);
    MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &status); /* expect: probe-split */
    pthread_join(thread, NULL);
  }
  MPI_Finalize();
}
