/* Processes count after they have left the mutex. */
/* case: levels=compiled cflags=-pthread */
#include "case.h"
#include <pthread.h>

struct shared {
  pthread_mutex_t lock;
  int data;
};

int main(void) {
  struct shared *own, *s;
  MPI_Aint bytes;
  MPI_Win win;
  int unit;
  begin();
  MPI_Win_allocate_shared(rank ? 0 : sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &s);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_mutexattr_t shared;
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&s->lock, &shared);
    s->data = 0;
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&s->lock);
    pthread_mutex_unlock(&s->lock);
    s->data++; /* expect: shared-race */ /* site: shared-race */
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
