/* Two threads wait for one request. */
/* case: cflags=-pthread status=any exit=any options="--timeout=20" */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static MPI_Request first, copy;

static void *second(void *unused) {
  usleep(500000);                     /* the main thread waits by now */
  MPI_Wait(&copy, MPI_STATUS_IGNORE); /* expect: request-two-threads */
  return unused;
}

int main(void) {
  int provided, value = 0;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &first); /* site: request-two-threads */
    copy = first;
    pthread_create(&thread, NULL, second, NULL);
    MPI_Wait(&first, MPI_STATUS_IGNORE);
    MPI_Abort(MPI_COMM_WORLD, 0);
  }
  usleep(2000000);
  MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  MPI_Finalize();
}
