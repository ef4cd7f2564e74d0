/* Threads give the parts of a message and ask for those of another, while the main thread of the sender
 * waits. */
/* case: needs=MPI_Psend_init cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

#define PARTS 8
#define HELPERS 2

static int value[PARTS];
static MPI_Request request;

static void *give(void *which) {
  for (int i = (int)((int *)which - value); i < PARTS; i += HELPERS) {
    usleep(20000);
    MPI_Pready(i, request);
  }
  return NULL;
}

static void *take(void *which) {
  for (int i = (int)((int *)which - value); i < PARTS; i += HELPERS)
    for (int there = 0; !there;)
      MPI_Parrived(request, i, &there);
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
    MPI_Precv_init(value, PARTS, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Request copy = request;
  for (int i = 0; i < HELPERS; i++)
    pthread_create(&helper[i], NULL, rank == 0 ? give : take, value + i);
  if (rank == 0) /* MPICH lets nobody ask of what is over, which the standard does */
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
  for (int i = 0; i < HELPERS; i++)
    pthread_join(helper[i], NULL);
  MPI_Wait(&copy, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
}
