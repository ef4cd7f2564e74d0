/* Probes before there is a second thread, each with its receive, and after that receives of two
 * threads for messages that nobody probes. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static void *second(void *unused) {
  int value;
  usleep(200000);
  MPI_Recv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return unused;
}

int main(void) {
  int provided, value = 1;
  pthread_t thread;
  MPI_Status status;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 10; i++)
    if (rank == 0) {
      MPI_Probe(1, 5, MPI_COMM_WORLD, &status);
      MPI_Recv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    }
  if (rank == 0) {
    pthread_create(&thread, NULL, second, NULL);
    MPI_Recv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
  } else {
    for (int i = 0; i < 2; i++)
      MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
