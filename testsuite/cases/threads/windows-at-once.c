/* Two threads make windows of one communicator; they take turns by sleeping. */
/* case: cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static MPI_Win first, second;

static void *work(void *unused) {
  ALIGNED static int memory[4];
  usleep(200000);
  MPI_Win_create(memory, sizeof memory, 1, /* expect: collective-two-threads */
                 MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  return unused;
}

int main(void) {
  pthread_t thread;
  int *memory;
  begin();
  pthread_create(&thread, NULL, work, NULL);
  MPI_Win_allocate(16, 1, MPI_INFO_NULL, /* site: collective-two-threads */
                   MPI_COMM_WORLD, &memory, &first);
  pthread_join(thread, NULL);
  MPI_Win_free(&first);
  MPI_Win_free(&second);
  MPI_Finalize();
}
