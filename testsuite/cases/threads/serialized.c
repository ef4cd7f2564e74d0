/* Two threads are in MPI calls at once, which they may be one after the other only. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static void *second(void *unused) {
  int n;
  usleep(500000);                   /* the main thread waits by now */
  MPI_Comm_size(MPI_COMM_SELF, &n); /* expect: thread-level */
  return unused;
}

int main(void) {
  int provided, value = 0;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_create(&thread, NULL, second, NULL);
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
  } else {
    usleep(2000000);
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
