/* A thread gets what it has put, after a flush. Another one, which knows of the put, has
 * flushed before and goes on to do so. */
/* case: levels=mpi,pages,compiled cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static MPI_Win win;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *second(void *unused) {
  int value = 2;
  usleep(100000);
  pthread_mutex_lock(&lock);
  MPI_Put(&value, 1, MPI_INT, 1, 30, 1, MPI_INT, win);
  pthread_mutex_unlock(&lock);
  MPI_Win_flush(1, win);
  usleep(350000);
  for (int i = 0; i < 100; i++)
    MPI_Win_flush(1, win);
  return unused;
}

static void first(void) {
  int value = 1, got;
  pthread_mutex_lock(&lock);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  pthread_mutex_unlock(&lock);
  usleep(300000);
  MPI_Win_flush(1, win);
  usleep(400000);
  MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
}

int main(void) {
  int provided;
  int *memory;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(32 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_create(&thread, NULL, second, NULL);
    first();
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
