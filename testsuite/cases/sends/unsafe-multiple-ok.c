/* Both send before they receive in one thread, while another one has posted the receive. */
/* case: cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>
#include <semaphore.h>

static sem_t posted;

static void *receive(void *unused) {
  int other;
  MPI_Request r;
  MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &r);
  sem_post(&posted);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  return unused;
}

int main(void) {
  pthread_t thread;
  int value = 1;
  begin();
  sem_init(&posted, 0, 0);
  pthread_create(&thread, NULL, receive, NULL);
  sem_wait(&posted);
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
