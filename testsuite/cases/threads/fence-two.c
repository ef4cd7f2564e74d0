/* Two threads call MPI_Win_fence for one window, in no order. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static MPI_Win win;

static void *second(void *unused) {
  usleep(200000);
  MPI_Win_fence(0, win); /* expect: collective-two-threads */
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  ALIGNED int memory[4];
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  pthread_create(&thread, NULL, second, NULL);
  MPI_Win_fence(0, win); /* site: collective-two-threads */
  pthread_join(thread, NULL);
  MPI_Win_free(&win);
  MPI_Finalize();
}
