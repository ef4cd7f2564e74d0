/* A thread completes a request although MPI_THREAD_FUNNELED was granted. */
/* case: ranks=1 */
#include "greq.h"

static void *work(void *request) {
  MPI_Grequest_complete(*(MPI_Request *)request); /* expect: greq-complete-thread-level */
  return NULL;
}

int main(void) {
  begin_level(MPI_THREAD_FUNNELED);
  MPI_Request request;
  pthread_t thread;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* site: greq-complete-thread-level */
  pthread_create(&thread, NULL, work, &request);
  pthread_join(thread, NULL);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
