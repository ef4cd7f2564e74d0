/* Two threads call MPI in turn. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void work(void) {
  for (int i = 0; i < 2000; i++) {
    int n;
    pthread_mutex_lock(&lock);
    MPI_Comm_size(MPI_COMM_SELF, &n);
    pthread_mutex_unlock(&lock);
  }
}

static void *second(void *unused) {
  work();
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  pthread_create(&thread, NULL, second, NULL);
  work();
  pthread_join(thread, NULL);
  MPI_Finalize();
}
