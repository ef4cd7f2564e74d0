/* One thread fills a buffer and says so in a flag under a mutex; another looks at the flag now
 * and then, under the same mutex, and puts from the buffer. No other thread orders them, and no
 * two accesses to the buffer are under the mutex: still they are in order whatever the
 * schedule, so a mutex has to count as more than exclusion. */
/* case: levels=mpi,pages,compiled cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static ALIGNED int buffer[4];

static void *fill(void *unused) {
  usleep(20000);
  STORE(buffer[0], 7);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static int is_ready(void) {
  pthread_mutex_lock(&lock);
  int now = ready;
  pthread_mutex_unlock(&lock);
  return now;
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
    while (!is_ready())
      usleep(1000);
    MPI_Put(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    pthread_join(thread, NULL);
  } else {
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
