/* Two threads call MPI one after the other: one hands over to the other by a condition
 * variable, and gets its turn back by a semaphore; others are made and joined in between. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn;
static sem_t back;

static void call(void) {
  int n;
  MPI_Comm_size(MPI_COMM_SELF, &n);
}

static void *once(void *unused) {
  call();
  return unused;
}

static void *second(void *unused) {
  for (int i = 0; i < 50; i++) {
    pthread_mutex_lock(&lock);
    while (!turn)
      pthread_cond_wait(&turned, &lock);
    turn = 0;
    pthread_mutex_unlock(&lock);
    call();
    sem_post(&back);
  }
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread, other;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  sem_init(&back, 0, 0);
  pthread_create(&thread, NULL, second, NULL);
  for (int i = 0; i < 50; i++) {
    call();
    pthread_create(&other, NULL, once, NULL);
    pthread_join(other, NULL);
    call();
    pthread_mutex_lock(&lock);
    turn = 1;
    pthread_cond_signal(&turned);
    pthread_mutex_unlock(&lock);
    sem_wait(&back);
  }
  pthread_join(thread, NULL);
  call();
  MPI_Finalize();
}
