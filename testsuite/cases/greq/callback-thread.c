/* A thread waits for a request although MPI_THREAD_FUNNELED was granted; query_fn calls MPI in
 * it. */
/* case: ranks=1 */
#include "greq.h"

static int query_calls(void *state, MPI_Status *status) {
  int flag;
  (void)state;
  (void)status;
  MPI_Initialized(&flag);
  MPI_Comm_size(MPI_COMM_WORLD, &flag); /* expect: greq-callback-thread-level */
  return MPI_SUCCESS;
}

static void *work(void *request) {
  MPI_Wait(request, MPI_STATUS_IGNORE); /* expect: thread-level */
  return NULL;
}

int main(void) {
  begin_level(MPI_THREAD_FUNNELED);
  MPI_Request request;
  pthread_t thread;
  MPI_Grequest_start(query_calls, release, cancel, NULL, &request); /* site: greq-callback-thread-level */
  MPI_Grequest_complete(request);
  pthread_create(&thread, NULL, work, &request);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
