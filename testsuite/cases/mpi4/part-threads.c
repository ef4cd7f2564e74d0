/* A thread tests the request of a message in parts that the main thread waits for. */
/* case: needs=MPI_Psend_init cflags=-pthread status=any exit=any options="--timeout=20" */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

#define PARTS 8
#define HELPERS 2

static int value[PARTS];
static MPI_Request request;

static void *give(void *which) {
  for (int i = (int)((int *)which - value); i < PARTS; i += HELPERS) {
    usleep(200000);
    MPI_Pready(i, request);
  }
  return NULL;
}

static void *take(void *which) {
  int there;
  usleep(300000); /* the main thread waits by now */
  MPI_Request copy = request;
  if (which == value)
    MPI_Test(&copy, &there, MPI_STATUS_IGNORE); /* expect: request-two-threads */
  return NULL;
}

int main(void) {
  pthread_t helper[HELPERS];
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Psend_init(value, PARTS, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(value, PARTS, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* site: request-two-threads */
  MPI_Start(&request);
  MPI_Request copy = request;
  for (int i = 0; i < HELPERS; i++)
    pthread_create(&helper[i], NULL, rank == 0 ? give : take, value + i);
  MPI_Wait(&copy, MPI_STATUS_IGNORE);
  for (int i = 0; i < HELPERS; i++)
    pthread_join(helper[i], NULL);
  MPI_Request_free(&request);
  MPI_Finalize();
}
