/* A thread completes a request for which another one waits, with MPI_THREAD_MULTIPLE. */
/* case: ranks=1 */
#include "greq.h"

static void *work(void *request) {
  usleep(300000);
  MPI_Grequest_complete(*(MPI_Request *)request);
  return NULL;
}

int main(void) {
  begin_level(MPI_THREAD_MULTIPLE);
  MPI_Request request, copy;
  pthread_t thread;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  copy = request;
  pthread_create(&thread, NULL, work, &copy);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
