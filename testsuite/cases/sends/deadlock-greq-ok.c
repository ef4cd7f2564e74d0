/* The message comes, and the thread completes the request. */
/* case: cflags=-pthread */
#include <pthread.h>
#include "case.h"

static MPI_Request request;

static int query(void *state, MPI_Status *status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}
static int release(void *state) {
  (void)state;
  return MPI_SUCCESS;
}
static int cancel(void *state, int complete) {
  (void)state;
  (void)complete;
  return MPI_SUCCESS;
}

static void *work(void *unused) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Grequest_complete(request);
  return unused;
}

int main(void) {
  int level, value = 1;
  pthread_t other;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Grequest_start(query, release, cancel, NULL, &request);
    pthread_create(&other, NULL, work, NULL);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    pthread_join(other, NULL);
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
