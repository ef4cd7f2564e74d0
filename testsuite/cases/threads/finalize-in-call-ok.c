/* A thread that waits for messages is told to end before MPI_Finalize. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static void *serve(void *unused) {
  int last;
  MPI_Recv(&last, 1, MPI_INT, !rank, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return unused;
}

int main(void) {
  int provided, last = 1;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_create(&thread, NULL, serve, NULL);
  usleep(300000);
  MPI_Send(&last, 1, MPI_INT, !rank, 77, MPI_COMM_WORLD);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
