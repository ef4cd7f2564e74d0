/* A thread completes a request, one at a time, with MPI_THREAD_SERIALIZED. */
/* case: ranks=1 */
#include "greq.h"

static void *work(void *request) {
  MPI_Grequest_complete(*(MPI_Request *)request);
  return NULL;
}

int main(void) {
  begin_level(MPI_THREAD_SERIALIZED);
  MPI_Request request;
  pthread_t thread;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  pthread_create(&thread, NULL, work, &request);
  pthread_join(thread, NULL);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
