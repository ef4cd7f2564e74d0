/* A thread puts in the epoch that another one has opened, and knows that it has. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static MPI_Win win;
static int value = 3;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int done;

static void tell(void) {
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&lock);
}

static void hear(void) {
  pthread_mutex_lock(&lock);
  while (!done)
    pthread_cond_wait(&condition, &lock);
  pthread_mutex_unlock(&lock);
}

static void *second(void *unused) {
  hear();
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  return unused;
}

static void begin_epoch(void) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  tell();
}

int main(void) {
  int provided;
  pthread_t thread;
  ALIGNED int memory[4];
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    pthread_create(&thread, NULL, second, NULL);
    begin_epoch();
    pthread_join(thread, NULL);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
