/* Two threads wait for each other's completion, one after the other, and some time. */
/* case: ranks=1 */
#include "greq.h"

static MPI_Request requests[2], copies[2];

static void *work(void *unused) {
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
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

  usleep(700000);
  MPI_Grequest_complete(copies[1]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
