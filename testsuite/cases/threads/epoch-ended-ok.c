/* A thread puts, and another one that knows of it ends the epoch. */
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
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  tell();
  return unused;
}

static void end_epoch(void) {
  hear();
  MPI_Win_complete(win);
}

int main(void) {
  int provided;
  pthread_t thread;
  ALIGNED int memory[4];
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Group other = only(1 - rank);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    pthread_create(&thread, NULL, second, NULL);
    end_epoch();
    pthread_join(thread, NULL);
  } else {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
