/* Two threads of each process take the mutex of both processes in turn. */
#define CASE_MULTIPLE
#include "shared-mutex.h"

static void *work(void *unused) {
  for (int i = 0; i < 3; i++) {
    take();
    MPI_Win_sync(win);
    box->other++;
    MPI_Win_sync(win);
    leave();
  }
  return unused;
}

static inline void both_work(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
}
