/* A mutex of both processes and what it guards, in shared memory of rank 0. */
#include "case.h"
#include <pthread.h>

static struct box {
  pthread_mutex_t mutex;
  int value, other;
} * box;
static MPI_Win win;

static inline void take(void) {
  pthread_mutex_lock(&box->mutex);
}

static inline void leave(void) {
  pthread_mutex_unlock(&box->mutex);
}

static inline void setup(void) {
  struct box *own;
  MPI_Aint bytes;
  int unit;
  begin();
  MPI_Win_allocate_shared(sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &box);
  MPI_Win_lock_all(0, win);
  if (!rank) {
    pthread_mutexattr_t both;
    pthread_mutexattr_init(&both);
    pthread_mutexattr_setpshared(&both, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&box->mutex, &both);
    box->value = box->other = 0;
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
}

static inline void teardown(void) {
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
