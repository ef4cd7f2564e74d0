/* Two threads make communicators of one communicator; they take turns by sleeping. */
/* case: cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static MPI_Comm first, second;

static void *work(void *unused) {
  usleep(200000);
  MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &second); /* expect: collective-two-threads */
  return unused;
}

int main(void) {
  pthread_t thread;
  begin();
  pthread_create(&thread, NULL, work, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &first); /* site: collective-two-threads */
  pthread_join(thread, NULL);
  MPI_Comm_free(&first);
  MPI_Comm_free(&second);
  MPI_Finalize();
}
