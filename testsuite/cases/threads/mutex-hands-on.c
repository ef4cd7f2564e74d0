/* One thread fills a buffer from which another one puts: nothing orders the two. */
/* case: levels=compiled cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static ALIGNED int buffer[4];

static void *fill(void *unused) {
  usleep(100000);
  STORE(buffer[0], 7); /* expect: buffer-race */
  return unused;
}

int main(void) {
  int provided;
  int *memory;
  pthread_t thread;
  MPI_Win win;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof buffer, sizeof *buffer, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    pthread_create(&thread, NULL, fill, NULL);
    MPI_Put(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win); /* site: buffer-race */
    usleep(400000);
    MPI_Win_fence(0, win);
    pthread_join(thread, NULL);
  } else {
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
