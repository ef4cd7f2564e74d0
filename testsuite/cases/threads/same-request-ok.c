/* Two threads wait for requests of their own, and for one after the other has tested it. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static int values[2];
static MPI_Request requests[2];

static void *second(void *unused) {
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  return unused;
}

int main(void) {
  int provided, flag;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; rank == 0 && i < 2; i++)
    MPI_Irecv(&values[i], 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &requests[i]);
  if (rank == 0) {
    MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
    pthread_create(&thread, NULL, second, NULL);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
  } else {
    usleep(300000);
    for (int i = 0; i < 2; i++)
      MPI_Send(&values[i], 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
