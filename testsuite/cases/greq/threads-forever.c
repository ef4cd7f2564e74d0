/* Two threads wait for the request that the other one is to complete. */
/* case: ranks=1 status=hung exit=any options="--timeout=2" */
#include "greq.h"

static MPI_Request requests[2], copies[2];

static void *work(void *unused) {
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE); /* expect: greq-wait-forever */
  MPI_Grequest_complete(copies[0]);
  return unused;
}

int main(void) {
  pthread_t thread;
  begin_level(MPI_THREAD_MULTIPLE);
  for (int i = 0; i < 2; i++) {
    MPI_Grequest_start(query, release, cancel, NULL, &requests[i]);
    copies[i] = requests[i];
  }
  pthread_create(&thread, NULL, work, NULL);

  MPI_Wait(&requests[0], MPI_STATUS_IGNORE); /* expect: greq-wait-forever */
  MPI_Grequest_complete(copies[1]);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
